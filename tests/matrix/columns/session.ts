// Who is not signed in, or not as who they say.
import { logout } from '#contract/auth.ts';
import * as company from '#contract/company.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { signOut } from '#contract/operator.ts';
import { hashOf } from '#server/features/auth/service.ts';
import { operatorAgain } from '../../flows/operator.fixture.ts';
import { TestClient } from '../../kit/client.ts';
import { callOf, type Headers, headersOf } from '../http.ts';
import { refused } from '../judge.ts';
import { behindSession, type Column, type Row, withHeaders } from '../row.ts';
import { againAs } from '../world.ts';

const none = Object.fromEntries(Object.values(sessionHeaders).map((name) => [name, undefined]));

/** The shared call with these headers instead is refused with the code, and leaves no trace. */
async function deny(row: Row, headers: Record<string, string | undefined>, code: string, what: string) {
  const { call } = await row.shared();
  await row.world.watch.nothing(async () =>
    refused(row.endpoint, await row.send(withHeaders(call, headers)), code, what),
  );
}

/** Whoever must not get through, on the call that the owner may make. */
const as = (client: TestClient | undefined) => ({ ...none, ...headersOf(client) });

const column = (name: string, run: (row: Row) => Promise<void>): Column => ({ name, applies: behindSession, run });

const operators = (name: string, run: (row: Row) => Promise<void>): Column => ({
  name: `${name} (operator)`,
  applies: ({ endpoint }) => endpoint.access === 'operator',
  run,
});
async function denyOperator(row: Row, cookie: string | undefined, what: string, headers: Headers = {}): Promise<void> {
  const { call } = await row.shared();
  await row.world.watch.nothing(async () => {
    const reply = await row.send(withHeaders(call, { ...headers, cookie }));
    refused(row.endpoint, reply, 'OPERATOR_SESSION_OVER', what);
  });
}

/** Made once for all rows: what they are does not change. */
const once = <T>(make: (row: Row) => Promise<T>) => {
  let made: Promise<T> | undefined;
  return (row: Row) => (made ??= make(row));
};

const expired = once(async ({ world: { app, a } }) => {
  const client = await againAs(a);
  // Not used yet, so that no answer about it is remembered.
  await app.sql("UPDATE access_token SET expires_at = now() - interval '1 second' WHERE session_id = $1", [
    client.session?.session_id,
  ]);
  return client;
});
const ended = once(async ({ world: { a } }) => {
  const client = await againAs(a);
  await client.call(company.get, {});
  await new TestClient(client.url, client.session).call(logout, { session_id: client.session?.session_id ?? '' });
  return client;
});
const another = once(({ world }) => againAs(world.a));

export const sessionColumns: readonly Column[] = [
  column('no session', (row) => deny(row, none, 'AUTH_INVALID_TOKEN', 'no headers')),
  column('a session header missing', async (row) => {
    for (const name of Object.values(sessionHeaders))
      await deny(row, { [name]: undefined }, 'AUTH_INVALID_TOKEN', `without ${name}`);
  }),
  column('a session header malformed', async (row) => {
    const { access_token, session_id, company_id, employee_id } = sessionHeaders;
    const hostile = ['null', "' OR 1=1 --", 'x'.repeat(4000)];
    for (const name of Object.values(sessionHeaders)) await deny(row, { [name]: '' }, 'AUTH_INVALID_TOKEN', name);
    for (const text of hostile) {
      for (const name of [access_token, session_id]) await deny(row, { [name]: text }, 'AUTH_INVALID_TOKEN', name);
      // The token says whose session it is; what the others claim must only fit.
      for (const name of [company_id, employee_id]) await deny(row, { [name]: text }, 'AUTH_WRONG_COMPANY', name);
    }
  }),
  column('expired session', async (row) => deny(row, as(await expired(row)), 'AUTH_INVALID_TOKEN', 'expired')),
  column('ended session', async (row) => deny(row, as(await ended(row)), 'AUTH_INVALID_TOKEN', 'ended')),
  column("another session's token", async (row) => {
    const { session } = await another(row);
    await deny(row, { [sessionHeaders.access_token]: session?.access_token }, 'AUTH_INVALID_TOKEN', 'token');
    await deny(row, { [sessionHeaders.session_id]: session?.session_id }, 'AUTH_INVALID_TOKEN', 'session id');
  }),
  column("a colleague's employee id", async (row) => {
    const { by } = await row.shared();
    const { member, owner } = row.world.a;
    const other = by === owner ? member : owner;
    await deny(row, { [sessionHeaders.employee_id]: other.employee_id }, 'AUTH_WRONG_COMPANY', 'employee id');
  }),
  column('another company', async (row) => {
    const { b } = row.world;
    await deny(row, { [sessionHeaders.company_id]: b.company_id }, 'AUTH_WRONG_COMPANY', 'company id of B');
    const headers = { ...as(b.owner), [sessionHeaders.access_token]: (await row.shared()).by.session?.access_token };
    const { call } = await row.shared();
    await row.world.watch.nothing(async () => {
      const reply = await row.send(withHeaders(call, headers));
      const code = reply.text.includes('AUTH_WRONG_COMPANY') ? 'AUTH_WRONG_COMPANY' : 'AUTH_INVALID_TOKEN';
      refused(row.endpoint, reply, code, 'all headers of B with the token of A');
    });
  }),
  {
    // The same input sent from inside the other company: what it names is not there.
    name: 'session of another company',
    applies: (row) => behindSession(row) && Object.keys(row.endpoint.refs).length > 0,
    run: async (row) => {
      const { input } = await row.shared();
      const { b, watch } = row.world;
      const call = callOf(row.endpoint, b.owner, input);
      await watch.nothing(async () => {
        const reply = await row.send(call);
        // Company B may of course read its own words here; what must not appear is anything of A.
        if (reply.status >= 500) throw new Error(`a server error: ${reply.text}`);
        if (reply.text.includes('Plain')) throw new Error(`words of A told to B: ${reply.text}`);
        if (reply.status < 300 && row.endpoint.idempotency !== 'none' && !row.case.silent)
          throw new Error(`a write on things of A was answered to B with success: ${reply.text}`);
      });
    },
  },
  column("an operator's session", async (row) => {
    const { cookie } = row.world.operator;
    await deny(row, { ...none, cookie }, 'AUTH_INVALID_TOKEN', 'the cookie alone');
  }),
  operators('no session', (row) => denyOperator(row, undefined, 'no cookie')),
  operators("an employee's session", async (row) => {
    const { owner } = row.world.a;
    await denyOperator(row, owner.cookie, 'their cookie', headersOf(owner));
    const secret = owner.cookie.split('.').at(-1) ?? '';
    await denyOperator(row, `limelight_operator=${secret}`, 'their secret', headersOf(owner));
  }),
  operators('ended session', async (row) => {
    const client = await operatorAgain(row.world.app);
    const { cookie } = client;
    await client.call(signOut, {});
    await denyOperator(row, cookie, 'signed out');
  }),
  operators('expired session', async (row) => {
    const { cookie } = await operatorAgain(row.world.app);
    const hash = hashOf(cookie.split('=', 2)[1] ?? '');
    await row.world.app.sql('UPDATE operator_session SET expires_at = now() WHERE session_hash = $1', [hash]);
    await denyOperator(row, cookie, 'expired');
  }),
];
