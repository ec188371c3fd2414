// Settings are checked at start, with a message that says what to do.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'limelight-config-'));

test('defaults work on a fresh machine', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    port: 4000,
    dataDir: folder,
    databaseUrl: undefined,
    smtpUrl: undefined,
    publicUrl: undefined,
    rateFactor: 1,
    strict: false,
  });
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535; it is "http".'],
  [{ PORT: '70000' }, 'PORT must be'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be'],
  [{ PUBLIC_URL: 'limelight.example' }, 'PUBLIC_URL must be'],
  [{ PUBLIC_URL: 'https://a.example/b' }, 'PUBLIC_URL must be an origin without a path'],
])('%j is refused', (env, message) => {
  expect(() => readConfig({ DATA_DIR: folder, ...env })).toThrow(ConfigError);
  expect(() => readConfig({ DATA_DIR: folder, ...env })).toThrow(message);
});

test('a secret in an address is not repeated in the message', () => {
  expect(() => readConfig({ DATA_DIR: folder, SMTP_URL: 'http://user:hunter2@host' })).toThrow(/^(?!.*hunter2)/);
});

test('a data folder that cannot be one is refused', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => readConfig({ DATA_DIR: file })).toThrow('DATA_DIR must be a folder that can be written');
});
