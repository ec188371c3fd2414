// What the tests of signing in share: time that passes, a second server on the same database, refusals.
import * as auth from '#contract/auth.ts';
import { type App, buildApp } from '#server/app.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { type CallOptions, type RawAnswer, TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { codeIn, type ReadMail, verifyTokenIn, waitForMail } from '#tests/kit/mails.ts';

let count = 0;
/** Never the same twice in a run. */
export const freshEmail = (): string => `someone-${++count}@${process.pid}.example`;

export const registration = (email_id: string, company_name = `Company ${email_id}`) => ({
  company_name,
  first_name: 'Rita',
  last_name: 'Register',
  email_id,
  password: PASSWORD,
});

export interface Registered {
  /** Who has asked: codes work in no other browser. */
  readonly by: TestClient;
  readonly email_id: string;
  readonly company_id: string;
  readonly mail: ReadMail;
  readonly otp: string;
  readonly token: string;
}

/** A company that waits for its proof. `n`: which mail to the address it is. `options`: where it comes from; `by`: the browser. */
export async function register(
  app: TestApp,
  email_id = freshEmail(),
  n = 1,
  company_name?: string,
  options: CallOptions = {},
  by = new TestClient(app.url),
): Promise<Registered> {
  const { company_id } = await by.call(auth.register, registration(email_id, company_name), options);
  const mail = await waitForMail(app.dataDir, email_id, n);
  return { by, email_id, company_id, mail, otp: codeIn(mail), token: verifyTokenIn(mail) };
}

/** `200`, or `401 AUTH_INVALID_TOKEN`: what a test says about an answer. */
export const verdict = ({ status, body }: RawAnswer): string =>
  body.status === 'success' ? String(status) : `${status} ${body.error_code}`;

/** Another six digits. */
export const wrong = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');

/** Time passes for everything that the database knows of the session, and the servers' memory of seconds is gone. */
export async function pass(app: TestApp, servers: readonly App[], client: TestClient, seconds: number): Promise<void> {
  const by = `make_interval(secs => ${seconds})`;
  const session_id = client.session?.session_id;
  await app.sql(
    `UPDATE session SET generation_at = generation_at - ${by}, generation_used_at = generation_used_at - ${by},
       previous_used_at = previous_used_at - ${by}, last_used_at = last_used_at - ${by}, expires_at = expires_at - ${by}
     WHERE session_id = $1`,
    [session_id],
  );
  await app.sql(
    `UPDATE access_token SET issued_at = issued_at - ${by}, expires_at = expires_at - ${by} WHERE session_id = $1`,
    [session_id],
  );
  forget(servers, client);
}

export function forget(servers: readonly App[], client: TestClient): void {
  const { company_id } = client;
  for (const { context } of servers) context.bus.signal({ type: 'actors_changed', company_id });
}

export interface Node extends AsyncDisposable {
  readonly url: string;
  readonly app: App;
}

/** Another server process's worth of server on the same database and data folder. */
export async function secondServer({ app, connection }: TestApp): Promise<Node> {
  const other = await buildApp({ config: { ...app.context.config, port: 0 }, connection, logLevel: 'fatal' });
  const url = await other.http.listen({ port: 0, host: '127.0.0.1' });
  return { url, app: other, [Symbol.asyncDispose]: () => other.close() };
}

/** The same person at another server, or with another token. */
export function copyOf(client: TestClient, given: { url?: string; access_token?: string } = {}): TestClient {
  const copy = new TestClient(given.url ?? client.url, client.session);
  copy.cookie = client.cookie;
  if (copy.session && given.access_token) copy.session = { ...copy.session, access_token: given.access_token };
  return copy;
}

export const ids = (client: TestClient) => ({
  session_id: client.session?.session_id ?? '',
  company_id: client.company_id,
  employee_id: client.employee_id,
});
