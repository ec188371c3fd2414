// The settings of Firebase Cloud Messaging are checked at start, with a message that says what to do and repeats no secret.
import { createECDH, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { fcmProject } from './fcm.ts';

const pemOf = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const private_key = pemOf(generateKeyPairSync('rsa', { modulusLength: 2_048 }));
const account = {
  type: 'service_account',
  project_id: 'bakery-1',
  private_key_id: 'abc',
  private_key,
  client_email: 'limelight@bakery-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};
const given = {
  FCM_SERVICE_ACCOUNT: JSON.stringify(account),
  FCM_API_KEY: 'AIzaSy0123456789',
  FCM_APP_ID: '1:1234:web:0123abcd',
  FCM_SENDER_ID: '1234',
  FCM_VAPID_KEY: createECDH('prime256v1').generateKeys('base64url'),
};

test('the account comes as JSON or from its file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'limelight-fcm-')), 'account.json');
  writeFileSync(file, given.FCM_SERVICE_ACCOUNT);
  const project = fcmProject(given);
  expect(project).toEqual({
    account: {
      clientEmail: account.client_email,
      privateKey: private_key,
      privateKeyId: 'abc',
      tokenUri: account.token_uri,
    },
    app: {
      projectId: 'bakery-1',
      apiKey: 'AIzaSy0123456789',
      appId: '1:1234:web:0123abcd',
      senderId: '1234',
      vapidPublicKey: given.FCM_VAPID_KEY,
    },
  });
  expect(fcmProject({ ...given, FCM_SERVICE_ACCOUNT: file })).toEqual(project);
  expect(fcmProject({})).toBeUndefined();
});

const withAccount = (change: object) => ({ FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, ...change }) });
test.each<[Partial<Record<keyof typeof given, string>>, string]>([
  [{ FCM_API_KEY: '', FCM_VAPID_KEY: '' }, 'FCM_API_KEY, FCM_VAPID_KEY must be set, too.'],
  [{ FCM_SERVICE_ACCOUNT: '/nowhere/account.json' }, '"/nowhere/account.json" cannot be read (ENOENT).'],
  [{ FCM_SERVICE_ACCOUNT: '{"private_key": "hunter2' }, 'it is no JSON.'],
  [withAccount({ client_email: undefined }), '"client_email" is missing in it.'],
  [withAccount({ project_id: '../hunter2' }), '"project_id" cannot be one.'],
  [withAccount({ private_key: 'hunter2' }), '"private_key" is no RSA key.'],
  [withAccount({ private_key: pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })) }), 'is no RSA key.'],
  [withAccount({ token_uri: 'http://hunter2/token' }), '"token_uri" is no https: address.'],
  [{ FCM_API_KEY: 'no key' }, 'FCM_API_KEY must be the apiKey of the web app.'],
  [
    { FCM_SENDER_ID: 'bakery' },
    'FCM_SENDER_ID must be the messagingSenderId of the web app, a number; it is "bakery".',
  ],
  [{ FCM_APP_ID: '1:1234:android:0123abcd' }, 'FCM_APP_ID must be the appId of the web app, like 1:1234:web:0123abcd'],
  [{ FCM_APP_ID: '1:99:web:0123abcd' }, 'it is "1:99:web:0123abcd".'],
  [{ FCM_VAPID_KEY: 'BAAA' }, 'FCM_VAPID_KEY must be the key pair'],
])('%j is refused', (wrong, message) => {
  const read = () => fcmProject({ ...given, ...wrong });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).toThrow(/^(?!.*hunter2)/s);
});
