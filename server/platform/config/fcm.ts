// Firebase Cloud Messaging: whose project sends, and what browsers need of it. Checked here, used by platform/push.
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isPoint } from '../push/point.ts';
import { ConfigError } from './config-error.ts';

export interface FcmConfig {
  /** What signs in at Google to send: from the key of a service account. */
  readonly account: ServiceAccount;
  /** What browsers register with. No secret: everybody who is signed in is told. */
  readonly app: FcmApp;
}
export interface ServiceAccount {
  readonly clientEmail: string;
  /** PEM, RSA. */
  readonly privateKey: string;
  readonly privateKeyId: string;
  /** Where an access token is asked for. */
  readonly tokenUri: string;
}
export interface FcmApp {
  readonly projectId: string;
  readonly apiKey: string;
  readonly appId: string;
  readonly senderId: string;
  /** Of the project's web push certificate, base64url. */
  readonly vapidPublicKey: string;
}

/** Where browsers register for it. */
export const FCM_ORIGINS = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

const NAMES = ['FCM_SERVICE_ACCOUNT', 'FCM_API_KEY', 'FCM_APP_ID', 'FCM_SENDER_ID', 'FCM_VAPID_KEY'] as const;

/** All of its settings, or none. Throws `ConfigError`; what it says repeats nothing of the account. */
export function fcmProject(env: Readonly<Record<string, string | undefined>>): FcmConfig | undefined {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length === NAMES.length) return undefined;
  if (missing.length)
    throw new ConfigError(`To push by Firebase Cloud Messaging, ${missing.join(', ')} must be set, too.`);
  const [given = '', apiKey = '', appId = '', senderId = '', vapidPublicKey = ''] = NAMES.map((name) => env[name]);
  const { projectId, ...account } = serviceAccount(given);
  if (!/^[\w-]{10,200}$/.test(apiKey)) throw new ConfigError('FCM_API_KEY must be the apiKey of the web app.');
  if (!/^\d{1,30}$/.test(senderId))
    throw new ConfigError(`FCM_SENDER_ID must be the messagingSenderId of the web app, a number; it is "${senderId}".`);
  if (!/^\d+:\d+:web:[0-9a-f]+$/.test(appId) || appId.split(':')[1] !== senderId)
    throw new ConfigError(
      `FCM_APP_ID must be the appId of the web app, like 1:${senderId}:web:0123abcd; it is "${appId}".`,
    );
  if (!isPoint(vapidPublicKey))
    throw new ConfigError('FCM_VAPID_KEY must be the key pair (its public part) of the web push certificates.');
  return { account, app: { projectId, apiKey, appId, senderId, vapidPublicKey } };
}

const WRONG = 'FCM_SERVICE_ACCOUNT must be the key of a service account, as JSON or as the path of its file';

/** `given`: a path, or what would be in the file. */
function serviceAccount(given: string): ServiceAccount & { readonly projectId: string } {
  const key = parsed(given.trimStart().startsWith('{') ? given : content(given));
  const text = (name: string): string => {
    const value = key[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new ConfigError(`${WRONG}; "${name}" is missing in it.`);
  };
  const [projectId, clientEmail, privateKeyId] = [text('project_id'), text('client_email'), text('private_key_id')];
  const [privateKey, tokenUri] = [text('private_key'), text('token_uri')];
  if (!/^[a-z0-9:.-]+$/.test(projectId)) throw new ConfigError(`${WRONG}; "project_id" cannot be one.`);
  if (!isRsa(privateKey)) throw new ConfigError(`${WRONG}; "private_key" is no RSA key.`);
  if (!/^https:\/\/[^/]/.test(tokenUri)) throw new ConfigError(`${WRONG}; "token_uri" is no https: address.`);
  return { projectId, clientEmail, privateKeyId, privateKey, tokenUri };
}

function content(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${WRONG}; "${path}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // What the parser says repeats what it read.
  }
  throw new ConfigError(`${WRONG}; it is no JSON.`);
}

function isRsa(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
