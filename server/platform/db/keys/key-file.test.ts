import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSealers } from '../sealer.ts';
import { addKey, dropOlderKeys, keyFile, lookAtKeys, readOrMakeKeys } from './key-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'limelight-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const read = () => readOrMakeKeys(dataDir, 'sso').map((key) => key.toString('base64url'));
const text = () => readFileSync(keyFile(dataDir, 'sso'), 'utf8');
const modes = () => [keyFile(dataDir, 'sso'), join(dataDir, 'keys')].map((path) => statSync(path).mode & 0o777);
const some = () => randomBytes(32).toString('base64url');
function write(content: string) {
  mkdirSync(join(dataDir, 'keys'), { recursive: true });
  writeFileSync(keyFile(dataDir, 'sso'), content);
}

test('a new key stands in front of those that were there, and all but the newest go', () => {
  expect(lookAtKeys(dataDir, 'sso')).toBeUndefined();
  const [first] = read();
  expect(text(), 'as it has always been').toBe(first);
  chmodSync(keyFile(dataDir, 'sso'), 0o644);
  addKey(dataDir, 'sso');
  addKey(dataDir, 'sso');
  const [third, second, ...rest] = read();
  expect(rest).toEqual([first]);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(text()).toBe([third, second, first].join('\n'));
  expect(lookAtKeys(dataDir, 'sso')).toEqual({ count: 3, changed_at: statSync(keyFile(dataDir, 'sso')).mtimeMs });
  expect(modes()).toEqual([0o600, 0o700]);
  dropOlderKeys(dataDir, 'sso');
  expect(read()).toEqual([third]);
  expect(modes()).toEqual([0o600, 0o700]);
  expect(readdirSync(join(dataDir, 'keys')), 'no draft is left').toEqual(['sso']);
});

test('lines may end as on any system, with empty ones between', () => {
  const [one, two] = [some(), some()];
  write(`\n${one}\r\n\r\n  ${two}  \n\n`);
  expect(read()).toEqual([one, two]);
});

test('a file that is not all keys is refused, and stays as it is', () => {
  const [key, another] = [some(), some()];
  const bad: [string, RegExp][] = [
    ['', /There is no key in .*keys\/sso/],
    ['\n \n', /There is no key in/],
    ['short', /Line 1 of .*keys\/sso is not a key/],
    [`${key}\n${another.slice(1)}`, /Line 2 of/],
    [`${key}\n\n${another}AAAA`, /Line 3 of/],
    [key + another, /Line 1 of/],
    [`${key}\n${another}\n${key}\n`, /The same key stands twice in .*keys\/sso/],
  ];
  for (const [content, why] of bad) {
    write(content);
    for (const attempt of [
      () => createSealers(dataDir),
      () => lookAtKeys(dataDir, 'sso'),
      () => addKey(dataDir, 'sso'),
      () => dropOlderKeys(dataDir, 'sso'),
    ])
      expect(attempt, content).toThrow(
        expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(why) }),
      );
    expect(text()).toBe(content);
  }
});
