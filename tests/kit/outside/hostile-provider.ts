// A provider of single sign-on that says what no honest one would. It asks nobody anything: the test itself is the browser, and decides
// what the tokens say and how they are signed.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Forgery {
  /** Over what an honest token would say. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signing?: 'honest' | 'none' | 'other key' | 'our secret' | 'cut off';
  /** What the user info says of somebody. */
  readonly info?: Readonly<Record<string, unknown>>;
}

export interface HostileProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** From now on. `nonce` is what the app has asked with. */
  forge(nonce: string, forgery: Forgery): void;
  /** Over what it says of itself. */
  metadata: Readonly<Record<string, unknown>>;
  /** What was sent to redeem codes. */
  readonly redeemed: URLSearchParams[];
}

const client_secret = 'a secret that both know, long enough for HMAC';
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function openHostileProvider(): Promise<HostileProvider> {
  const [own, other] = [pair(), pair()];
  let answer: { nonce: string; forgery: Forgery } = { nonce: '', forgery: {} };
  const server = createServer((request, response) => {
    const say = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    let sent = '';
    request.on('data', (part: Buffer) => (sent += part.toString()));
    request.on('end', () => {
      if (request.url === '/.well-known/openid-configuration') return say({ ...honest(issuer), ...provider.metadata });
      if (request.url === '/keys')
        return say({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }] });
      if (request.url === '/info') return say(answer.forgery.info ?? {});
      provider.redeemed.push(new URLSearchParams(sent));
      return say({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token() });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = () => {
    const now = Math.floor(Date.now() / 1000);
    const { claims, signing = 'honest' } = answer.forgery;
    const said = {
      iss: issuer,
      aud: 'limelight',
      sub: 'nia',
      iat: now,
      exp: now + 300,
      nonce: answer.nonce,
      ...claims,
    };
    const alg = signing === 'none' ? 'none' : signing === 'our secret' ? 'HS256' : 'RS256';
    const signed = `${base64({ alg, kid: 'own' })}.${base64(said)}`;
    if (signing === 'none') return `${signed}.`;
    if (signing === 'our secret')
      return `${signed}.${createHmac('sha256', client_secret).update(signed).digest('base64url')}`;
    const by = signing === 'other key' ? other.privateKey : own.privateKey;
    const signature = sign('sha256', Buffer.from(signed), by).toString('base64url');
    return `${signed}.${signing === 'cut off' ? signature.slice(0, -8) : signature}`;
  };
  const provider: HostileProvider = {
    issuer,
    client_id: 'limelight',
    client_secret,
    forge: (nonce, forgery) => void (answer = { nonce, forgery }),
    metadata: {},
    redeemed: [],
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return provider;
}

const honest = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/info`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
});
