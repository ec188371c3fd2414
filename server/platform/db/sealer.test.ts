import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addKey, dropOlderKeys } from './keys/key-file.ts';
import { createSealer } from './sealer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limelight-sealer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secret = Buffer.from('12345678901234567890');
const key = () => join(folder, 'keys', 'second-factor');

test('what one server sealed the next opens, for the same owner alone', () => {
  const sealed = createSealer(folder, 'second-factor').seal(secret, 'a/1');
  const next = createSealer(folder, 'second-factor');
  expect(next.open(sealed, 'a/1')).toEqual(secret);
  expect(next.open(sealed, 'a/2')).toBeUndefined();
  expect(sealed.includes(secret)).toBe(false);
  expect(next.seal(secret, 'a/1')).not.toEqual(sealed);
});

test('what is sealed for one purpose does not open for another', () => {
  const sealed = createSealer(folder, 'second-factor').seal(secret, 'a/1');
  expect(createSealer(folder, 'finch').open(sealed, 'a/1')).toBeUndefined();
  expect(readdirSync(join(folder, 'keys')).sort()).toEqual(['finch', 'second-factor']);
});

test('what was changed, or cut, opens for nobody', () => {
  const sealer = createSealer(folder, 'second-factor');
  const sealed = sealer.seal(secret, 'a/1');
  for (let at = 0; at < sealed.length; at++) {
    const other = Buffer.from(sealed);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(sealer.open(other, 'a/1')).toBeUndefined();
    expect(sealer.open(sealed.subarray(0, at), 'a/1')).toBeUndefined();
  }
});

test('the key is nobody else’s to read, stands alone, and without it nothing opens', () => {
  const sealed = createSealer(folder, 'second-factor').seal(secret, 'a/1');
  expect(statSync(key()).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['second-factor']);
  const kept = readFileSync(key());
  rmSync(key());
  expect(createSealer(folder, 'second-factor').open(sealed, 'a/1')).toBeUndefined();
  writeFileSync(key(), kept);
  expect(createSealer(folder, 'second-factor').open(sealed, 'a/1')).toEqual(secret);
  writeFileSync(key(), 'short');
  expect(() => createSealer(folder, 'second-factor')).toThrow(/is not a key/);
});

test('the newest key seals, and each one opens, for the same owner alone', () => {
  const before = createSealer(folder, 'second-factor');
  const old = before.seal(secret, 'a/1');
  expect([before.look(old, 'a/1'), before.hasOlder]).toEqual([{ secret, old: false }, false]);
  addKey(folder, 'second-factor');
  const both = createSealer(folder, 'second-factor');
  expect([both.open(old, 'a/1'), both.look(old, 'a/1'), both.hasOlder]).toEqual([secret, { secret, old: true }, true]);
  expect(both.look(old, 'a/2')).toBeUndefined();
  const young = both.seal(secret, 'a/1');
  expect(both.look(young, 'a/1')).toEqual({ secret, old: false });
  expect(before.open(young, 'a/1'), 'the older one has not sealed it').toBeUndefined();
  dropOlderKeys(folder, 'second-factor');
  const after = createSealer(folder, 'second-factor');
  expect([after.open(young, 'a/1'), after.open(old, 'a/1'), after.hasOlder]).toEqual([secret, undefined, false]);
});
