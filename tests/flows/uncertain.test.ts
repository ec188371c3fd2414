// A commit of which nobody knows whether it happened, because the connection to the database broke meanwhile: what is told of it,
// and who hears what from then on.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import type { Committed, Tx } from '#server/platform/db/database.ts';
import { emit, subscribe } from '#server/platform/events/emit.ts';
import { createUncertain } from '#server/platform/events/uncertain.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { type Cast, gather } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

/** A conversation that Ada hears nothing of, unless she is let in. */
let elsewhere: string;
beforeEach(() => {
  elsewhere = uuid();
});

const work = <T>(each: (tx: Tx) => Promise<T>) => app.app.context.db.company(cast.ada.company_id, each);
const tellAda = (tx: Tx, read_seq: number) =>
  emit(tx, chat.read, `employee:${cast.ada.employee_id}`, { conversation_id: elsewhere, read_seq });
/** Tells Ada something, and lets her in elsewhere. */
const letIn = async (tx: Tx): Promise<Committed> => {
  await tellAda(tx, 1);
  subscribe(tx, { employee_id: cast.ada.employee_id, add: [`conversation:${elsewhere}`] });
  return { company_id: tx.company_id, events: [...tx.events], subscriptions: [...tx.subscriptions] };
};

/** As soon as it is at its commit. */
const breakOff = (pid: number | undefined) =>
  expect
    .poll(() =>
      app.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND query LIKE '%pg_sleep%' AND state = 'active'",
        [pid],
      ),
    )
    .toHaveLength(1);

/** True if what happens elsewhere is told to Ada. */
async function hearsElsewhere(socket: TestSocket): Promise<boolean> {
  const about = { message_id: uuid(), seq: 1, emoji: '👍', employee_id: cast.ben.employee_id };
  await work((tx) => emit(tx, chat.reactionAdded, `conversation:${elsewhere}`, about));
  await work((tx) => tellAda(tx, 99));
  await socket.waitFor((m): m is typeof m => m.type === 'event' && JSON.stringify(m.payload).includes('99'));
  return socket.events.some(({ topic }) => topic === `conversation:${elsewhere}`);
}

test('one that did not happen lets nobody in, though something else has been told in its place', async () => {
  await using socket = await openSocket(cast.ada);
  const told: Committed[] = [];
  app.app.context.bus.onCommitted((committed) => told.push(committed));
  const lost: number[] = [];
  const at = Promise.withResolvers<number | undefined>();
  const broken = work(async (tx) => {
    const [on] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    lost.push(...(await letIn(tx)).events.map(({ revision }) => revision));
    // Goes with the commit, and holds it up until the connection breaks.
    tx.lastly('SELECT pg_sleep(4)', []);
    at.resolve(on?.pid);
  });
  await Promise.all([expect(broken).rejects.toThrow(/terminat/i), at.promise.then(breakOff)]);
  const revision = await work((tx) => tellAda(tx, 2));
  expect(lost).toEqual([revision]);
  // By itself, and by whoever looked up what had become of the other.
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(2);
  expect(told[1]).toEqual({ ...told[0], subscriptions: [] });
  expect(await hearsElsewhere(socket)).toBe(false);
});

test('one that happened is told, and lets in', async () => {
  await using socket = await openSocket(cast.ada);
  const { db, bus } = app.app.context;
  // As if its answer had been lost: all but what it let in is known already.
  const committed = await work(async (tx) => {
    const all = await letIn(tx);
    tx.subscriptions.length = 0;
    return all;
  });
  const uncertain = createUncertain(
    () => db,
    bus,
    (error) => expect.fail(String(error)),
  );
  const told: Committed[] = [];
  bus.onCommitted((one) => told.push(one));
  uncertain.lookUp(committed);
  await expect.poll(() => told.length, { timeout: 20_000 }).toBe(1);
  uncertain.stop();
  expect(told).toEqual([committed]);
  expect(await hearsElsewhere(socket)).toBe(true);
});
