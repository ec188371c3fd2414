// Settings are checked at start, with a message that says what to do.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'limelight-config-'));

test('defaults work on a fresh machine', () => {
  const config = readConfig({ DATA_DIR: folder });
  expect(config).toMatchObject({
    port: 4000,
    dataDir: folder,
    databaseUrl: undefined,
    smtpUrl: undefined,
    publicUrl: undefined,
    trustedProxies: 0,
    workerOff: false,
    logLevel: 'warn',
    metricsToken: undefined,
    sentry: undefined,
    rateFactor: 1,
    passwordMemory: undefined,
    strict: false,
    s3: undefined,
    fcm: undefined,
  });
});

const s3 = {
  S3_ENDPOINT: 'https://objects.example/',
  S3_BUCKET: 'limelight-files',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('an S3-compatible store is all of its settings', () => {
  expect(readConfig({ DATA_DIR: folder, ...s3 }).s3).toEqual({
    endpoint: 'https://objects.example',
    bucket: 'limelight-files',
    region: 'eu-west-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
});

test.each([
  [{ ...s3, S3_BUCKET: '', S3_REGION: undefined }, 'S3_BUCKET, S3_REGION must be set, too.'],
  [{ ...s3, S3_ENDPOINT: 'objects.example' }, 'S3_ENDPOINT must be an address'],
  [{ ...s3, S3_ENDPOINT: 'https://objects.example/?a=b' }, 'S3_ENDPOINT must be an address without a query'],
  [{ ...s3, S3_BUCKET: 'My Bucket' }, 'S3_BUCKET must be a bucket'],
  [{ ...s3, S3_REGION: 'eu west' }, 'S3_REGION must be like eu-west-1; it is "eu west".'],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535; it is "http".'],
  [{ PORT: '70000' }, 'PORT must be'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be'],
  [{ TRUSTED_PROXIES: 'all' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10; it is "all".'],
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

test('the level of the log is one that there is', () => {
  const levelOf = (LOG_LEVEL: string) => readConfig({ DATA_DIR: folder, LOG_LEVEL }).logLevel;
  expect(['info', 'WARN', ''].map(levelOf)).toEqual(['info', 'warn', 'warn']);
  expect(() => levelOf('loud')).toThrow(
    new ConfigError('LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; it is "loud".'),
  );
});

test('a token that could be guessed is refused, and not repeated', () => {
  expect(readConfig({ DATA_DIR: folder, METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16));
  for (const METRICS_TOKEN of ['short-secret', 'a secret with spaces in it'])
    expect(() => readConfig({ DATA_DIR: folder, METRICS_TOKEN })).toThrow(/^METRICS_TOKEN must be (?!.*secret)/);
});

test('a collector is known by its DSN', () => {
  const sentryOf = (SENTRY_DSN: string) => readConfig({ DATA_DIR: folder, SENTRY_DSN }).sentry;
  expect(sentryOf('https://abc123@sentry.example.com/42')).toEqual({
    envelopes: 'https://sentry.example.com/api/42/envelope/',
    key: 'abc123',
  });
  expect(sentryOf('http://abc@10.0.0.1:9000/below/7')?.envelopes).toBe('http://10.0.0.1:9000/below/api/7/envelope/');
  for (const bad of [
    'secretkey',
    'https://sentry.example.com/42',
    'https://secretkey@x.example/',
    'ftp://secretkey@x.example/1',
  ])
    expect(() => sentryOf(bad)).toThrow(/^SENTRY_DSN must be like (?!.*secretkey)/);
});
