// Sockets of sessions that nobody has ended in this process: run out by themselves, or ended by another process, or with their company.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { close, type FromServer } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { openSocket } from '../kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const isPong = (message: FromServer): message is Extract<FromServer, { type: 'pong' }> => message.type === 'pong';

/** Resolves with the code that the socket of one is closed with, if that of another one still answers then. */
async function closedAlone(gone: TestClient, stays: TestClient, happens: () => Promise<unknown>): Promise<number> {
  const [closing, staying] = [await openSocket(gone), await openSocket(stays)];
  await happens();
  const code = await closing.closed;
  staying.say({ type: 'ping' });
  await staying.waitFor(isPong);
  staying.close();
  return code;
}

// Asked for every few seconds: all at once takes no longer than one.
test.concurrent.each([
  ['too old', "expires_at = now() - interval '1 second'"],
  ['not used for too long', "last_used_at = now() - interval '1 year'"],
  ['ended elsewhere', 'ended_at = now()'],
  ['parked elsewhere', 'parked_at = now()'],
])('a session that is %s: its socket closes, and nobody else’s', async (_what, set) => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  const happens = () => app.sql(`UPDATE session SET ${set} WHERE employee_id = $1`, [person.employee_id]);
  expect(await closedAlone(person, owner, happens)).toBe(close.session);
});

test.concurrent('a company that was suspended elsewhere: all its sockets close, and those of no other', async () => {
  const [one, other] = [await registerCompany(app), await registerCompany(app)];
  const happens = () =>
    app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [one.owner.company_id]);
  expect(await closedAlone(one.owner, other.owner, happens)).toBe(close.session);
});
