// The environment, read once and checked at start. What is not set has a default that works on a fresh machine.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SentryConfig } from '../http/log/sentry.ts';
import { ConfigError } from './config-error.ts';
import { type FcmConfig, fcmProject } from './fcm.ts';

export interface Config {
  /** TCP port of HTTP and WebSocket; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute; everything that must last is in here. */
  readonly dataDir: string;
  /** An outside PostgreSQL; without it the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Without it mails fall into `dataDir/mail`. */
  readonly smtpUrl: string | undefined;
  /** Origin under which people open the app, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Proxies between people and this server: as many addresses from the end of X-Forwarded-For are theirs, and so believed. */
  readonly trustedProxies: number;
  /** Where the built client is, or undefined to serve the API alone. */
  readonly clientDir: string | undefined;
  /** Take the service worker out of every browser on its next visit: a broken one is out there. */
  readonly workerOff: boolean;
  /** From which level on something is logged. */
  readonly logLevel: LogLevel;
  /** Who holds it may read the metrics; without one, programs on this machine. */
  readonly metricsToken: string | undefined;
  /** The collector that error reports of browsers are passed on to. */
  readonly sentry: SentryConfig | undefined;
  /** Answers are checked against the contract too (tests and development). */
  readonly strict: boolean;
  /** Factor on all rate limits; 1 in production. Tests that are not about limits set it high. */
  readonly rateFactor: number;
  /** KiB that a password is hashed in, if not what is asked for (no setting: only tests of other things take less). */
  readonly passwordMemory: number | undefined;
  /** Where files are kept instead of `dataDir/files`. */
  readonly s3: S3Config | undefined;
  /** Pushes go through Firebase Cloud Messaging, where the browser does. */
  readonly fcm: FcmConfig | undefined;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A bucket of an S3-compatible store. */
export interface S3Config {
  /** Without a trailing slash; buckets hang below it (path style). */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Reads the settings. Throws `ConfigError` for the first that is wrong. Creates the data folder. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const port = wholeNumber('PORT', env.PORT || '4000', 0, 65_535);
  const publicUrl = address('PUBLIC_URL', env.PUBLIC_URL, ['http:', 'https:']);
  if (publicUrl && new URL(publicUrl).pathname !== '/')
    throw new ConfigError(
      `PUBLIC_URL must be an origin without a path, like https://limelight.example.com; it is "${publicUrl}".`,
    );
  return {
    port,
    host: env.HOST || '0.0.0.0',
    dataDir: folder(env.DATA_DIR || './data'),
    databaseUrl: address('DATABASE_URL', env.DATABASE_URL, ['postgres:', 'postgresql:']),
    smtpUrl: address('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:']),
    publicUrl: publicUrl ? new URL(publicUrl).origin : undefined,
    trustedProxies: wholeNumber('TRUSTED_PROXIES', env.TRUSTED_PROXIES || (publicUrl ? '1' : '0'), 0, 10),
    clientDir: resolve(env.CLIENT_DIR || 'dist'),
    workerOff: env.WORKER_OFF === '1',
    logLevel: logLevel(env.LOG_LEVEL || 'warn'),
    metricsToken: token('METRICS_TOKEN', env.METRICS_TOKEN),
    sentry: sentryDsn(env.SENTRY_DSN),
    strict: env.LIMELIGHT_STRICT === '1',
    rateFactor: Number(env.LIMELIGHT_RATE_FACTOR || 1),
    passwordMemory: undefined,
    s3: s3Store(env),
    fcm: fcmProject(env),
  };
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((one) => one === text.toLowerCase());
  if (!level) throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; it is "${text}".`);
  return level;
}

/** Long enough not to be guessed. What it is does not stand in the message. */
function token(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^[\x21-\x7e]{16,256}$/.test(text))
    throw new ConfigError(
      `${name} must be 16 to 256 letters, digits and signs without spaces, like openssl rand -hex 24 makes.`,
    );
  return text;
}

/** Its address holds a key: it is not repeated. */
function sentryDsn(text: string | undefined): SentryConfig | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [, path = '', project = ''] = /^(.*)\/([\w-]+)$/.exec(url?.pathname ?? '') ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !/^\w+$/.test(url.username) || url.search || url.hash || !project)
    throw new ConfigError('SENTRY_DSN must be like https://KEY@sentry.example.com/PROJECT.');
  return { envelopes: `${url.origin}${path}/api/${project}/envelope/`, key: url.username };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${text}".`);
  return value;
}

function address(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The value may hold a password: the message does not repeat it.
  if (!url || !protocols.includes(url.protocol))
    throw new ConfigError(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  return text;
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All of its settings, or none. */
function s3Store(env: Readonly<Record<string, string | undefined>>): S3Config | undefined {
  const missing = S3_NAMES.filter((name) => !env[name]);
  if (missing.length === S3_NAMES.length) return undefined;
  if (missing.length)
    throw new ConfigError(`To keep files in an S3-compatible store, ${missing.join(', ')} must be set, too.`);
  const [endpoint = '', bucket = '', region = '', accessKeyId = '', secretAccessKey = ''] = S3_NAMES.map(
    (name) => env[name],
  );
  address('S3_ENDPOINT', endpoint, ['http:', 'https:']);
  if (new URL(endpoint).search || new URL(endpoint).hash || new URL(endpoint).username)
    throw new ConfigError('S3_ENDPOINT must be an address without a query or a name in it.');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(
      `S3_BUCKET must be a bucket's name (3 to 63 small letters, digits, dots, dashes); it is "${bucket}".`,
    );
  if (!/^[a-z0-9-]+$/i.test(region)) throw new ConfigError(`S3_REGION must be like eu-west-1; it is "${region}".`);
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey };
}

function folder(text: string): string {
  const path = resolve(text);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR must be a folder that can be written; "${path}" is not (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
  }
  return path;
}
