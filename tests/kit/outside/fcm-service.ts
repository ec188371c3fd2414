// Google on 127.0.0.1, as far as pushes go: the endpoint that grants access tokens (RFC 7523) and Firebase Cloud Messaging (HTTP v1),
// as strict as the real ones. Written from their documentation, sharing nothing with what it is to check.
import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PushPayload } from '#contract/notifications/push.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';

export interface FcmMessage {
  readonly token: string;
  readonly data: Readonly<Record<string, string>>;
  readonly webpush: { readonly headers: Readonly<Record<string, string>> };
}

/** Answered instead of taking it. `error`: of Google's own shape. */
export interface FcmAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: object;
}

interface Answered extends FcmAnswer {
  /** Where it is no error. */
  readonly said?: object;
  readonly why: string;
  /** Of the message, if it is about one. */
  readonly token?: string;
}

export interface FcmService extends AsyncDisposable {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  /** Settings of a server that has this project. */
  readonly env: Readonly<Record<`FCM_${string}`, string>>;
  /** Requests to Google come here; all else goes where `others` would let it. */
  outbound(others?: Outbound): Outbound;
  /** A new token of a browser. */
  register(): string;
  /** What was taken, in order. */
  readonly taken: readonly FcmMessage[];
  /** What a token's browser was brought, in order. */
  shownAt(token: string): PushPayload['notification'][];
  /** Every request about a token, taken or not, and what was answered. */
  readonly asked: readonly { readonly token: string; readonly status: number; readonly why: string }[];
  /** How often an access token was asked for, and what came of it. */
  readonly grants: readonly { readonly status: number; readonly why: string }[];
  /** From now on, for one token; null: takes what comes. */
  answerWith(token: string, answer: FcmAnswer | null): void;
  /** From now on, for whoever asks for access. */
  grantWith(answer: FcmAnswer | null): void;
  /** What was granted so far opens nothing any more. */
  revoke(): void;
  close(): Promise<void>;
}

const PROJECT = 'limelight-bakery';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const SENDING = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const SENDER = '123456789012';
/** Seconds that a token is good for. */
const LASTING = 3_599;
/** Of the data, keys and values. */
const MOST_BYTES = 4_096;

/** Google's error (AIP-193), with what Firebase says of it. */
export const fcmError = (
  status: number,
  name: string,
  message: string,
  errorCode?: string,
  field?: string,
): FcmAnswer => ({
  status,
  error: {
    code: status,
    message,
    status: name,
    details: [
      ...(errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : []),
      ...(field
        ? [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ field, description: message }],
            },
          ]
        : []),
    ],
  },
});

/** `vapid_public_key`: of the project, base64url. */
export async function startFcmService(vapid_public_key: string): Promise<FcmService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const account = {
    type: 'service_account',
    project_id: PROJECT,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: `limelight@${PROJECT}.iam.gserviceaccount.com`,
    token_uri: TOKEN_URI,
  };
  const tokens = new Map<string, FcmAnswer | null>();
  const granted = new Map<string, number>();
  const taken: FcmMessage[] = [];
  const asked: { token: string; status: number; why: string }[] = [];
  const grants: { status: number; why: string }[] = [];
  let grantAnswer: FcmAnswer | null = null;

  const grant = (request: IncomingMessage, body: string): Answered => {
    if (grantAnswer) return { ...grantAnswer, why: 'as told' };
    const no = (why: string) => ({ status: 400, error: { error: 'invalid_grant', error_description: why }, why });
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return no('not a form');
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return no('not a grant');
    const why = wrongWith(
      form.get('assertion') ?? '',
      account,
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    );
    if (why) return no(why);
    const access_token = `ya29.${randomBytes(700).toString('base64url')}`;
    granted.set(access_token, Date.now() + LASTING * 1_000);
    return { status: 200, said: { access_token, expires_in: LASTING, token_type: 'Bearer' }, why: 'granted' };
  };
  const send = (request: IncomingMessage, body: string): Answered => {
    const { message } = JSON.parse(body) as { message: FcmMessage };
    const token = message?.token ?? '';
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((granted.get(bearer) ?? 0) <= Date.now())
      return {
        ...fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
        token,
        why: 'no access',
      };
    const told = tokens.get(token);
    if (told) return { ...told, token, why: 'as told' };
    const field = wrongIn(message);
    if (field)
      return {
        ...fcmError(400, 'INVALID_ARGUMENT', `Invalid value at '${field}'`, undefined, field),
        token,
        why: field,
      };
    if (told === undefined)
      return {
        ...fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'),
        token,
        why: 'no such token',
      };
    taken.push(message);
    return { status: 200, said: { name: `projects/${PROJECT}/messages/${taken.length}` }, token, why: 'taken' };
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isGrant = request.url === '/token';
    if (request.method !== 'POST' || !(isGrant || request.url === `/v1/projects/${PROJECT}/messages:send`))
      return void response.writeHead(404).end();
    const { status, why, headers = {}, error, said, token } = isGrant ? grant(request, body) : send(request, body);
    if (token === undefined) grants.push({ status, why });
    else asked.push({ token, status, why });
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers });
    response.end(JSON.stringify(said ?? (isGrant ? error : { error }), null, 2));
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return {
    origin,
    env: {
      FCM_SERVICE_ACCOUNT: JSON.stringify(account),
      FCM_API_KEY: 'AIzaSyLimelightLimelightLimelight01234',
      FCM_APP_ID: `1:${SENDER}:web:0123456789abcdef012345`,
      FCM_SENDER_ID: SENDER,
      FCM_VAPID_KEY: vapid_public_key,
    },
    outbound: (others) => reachGoogleAt(origin, others),
    register: () => {
      const token = `${randomBytes(16).toString('base64url')}:APA91b${randomBytes(100).toString('base64url')}`;
      tokens.set(token, null);
      return token;
    },
    taken,
    shownAt: (token) =>
      taken.filter((one) => one.token === token).map((one) => JSON.parse(one.data['push'] ?? '').notification),
    asked,
    grants,
    answerWith: (token, answer) => void tokens.set(token, answer),
    grantWith: (answer) => {
      grantAnswer = answer;
    },
    revoke: () => granted.clear(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What a server of a test reaches: Google's two addresses at `origin`, and what `others` reach. */
export function reachGoogleAt(origin: string, others?: Outbound): Outbound {
  const port = Number(new URL(origin).port);
  const google = createOutbound({
    resolve: async () => ['127.0.0.1'],
    isOpen: (address, at) => address === '127.0.0.1' && at === port,
    unencrypted: true,
  });
  const base = others ?? google;
  return {
    ...base,
    post: (address, posting) => {
      const { origin: asked, pathname } = new URL(address);
      const isGoogle = address === TOKEN_URI || asked === SENDING;
      return isGoogle ? google.post(origin + pathname, posting) : base.post(address, posting);
    },
  };
}

interface Account {
  readonly private_key_id: string;
  readonly client_email: string;
}

/** Why Google would not believe the assertion; null if it would. */
function wrongWith(assertion: string, account: Account, key: ReturnType<typeof createPublicKey>): string | null {
  const [head = '', payload = '', signature = '', ...more] = assertion.split('.');
  if (!signature || more.length) return 'not a JWT';
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { alg, typ, kid } = read(head);
  if (alg !== 'RS256' || typ !== 'JWT' || kid !== account.private_key_id) return 'not its header';
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
    return 'not signed';
  const { iss, scope, aud, iat, exp } = read(payload);
  const now = Date.now() / 1_000;
  if (iss !== account.client_email) return 'not its issuer';
  if (scope !== SCOPE) return 'not its scope';
  if (aud !== TOKEN_URI) return 'not for here';
  if (!Number.isInteger(iat) || !Number.isInteger(exp)) return 'not its times';
  if (iat > now + 1 || exp <= now || exp - iat > 3_600) return 'expired, or good for more than an hour';
  return null;
}

/** The first field that Firebase would not take; null if it takes all. */
function wrongIn(message: FcmMessage): string | null {
  const { token, data, webpush, ...rest } = message;
  const { headers, ...more } = webpush ?? {};
  if (Object.keys(rest).length || Object.keys(more).length) return 'message';
  if (!/^[\w-]{10,}:APA91b[\w-]{100,}$/.test(token)) return 'message.token';
  const entries = Object.entries(data ?? {});
  if (!entries.length || entries.some(([, value]) => typeof value !== 'string')) return 'message.data';
  if (entries.some(([key]) => /^(from|message_type|collapse_key)$|^(google|gcm)/.test(key))) return 'message.data';
  // Escaped, as it then stands in what the browser is sent.
  if (Buffer.byteLength(entries.map(([key, value]) => key + JSON.stringify(value)).join('')) > MOST_BYTES)
    return 'message.data';
  const { Urgency = '', TTL = '', Topic = '', ...unknown } = headers ?? {};
  const known = /^(very-low|low|normal|high)$/.test(Urgency) && /^\d+$/.test(TTL) && /^[\w-]{1,32}$/.test(Topic);
  if (!known || Number(TTL) > 2_419_200 || Object.keys(unknown).length) return 'message.webpush.headers';
  return null;
}
