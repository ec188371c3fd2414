// Unread is exact: three people with two devices each do anything in any order, and after every hundred things that happened
// the list on each device, what its badge says, the server's list and a recount from the messages are the same.
// A long run: EVENTS=10000 vitest run --project flow tests/flows/chat-unread.test.ts; SEED=n repeats one.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '#contract/chat/groups.ts';
import { listThreads, type Thread } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as spaces from '#contract/spaces.ts';
import { chat as chatFeature } from '#src/features/chat/feature.ts';
import { conversationsKey, threadsKey } from '#src/features/chat/live/keys.ts';
import { app as pageApp } from '#src/realtime/app.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { type Random, randomFrom } from '#tests/kit/random.ts';
import { Device, weights } from './chat-unread.device.ts';
import { ids, makeSpace } from './talk.ts';

const EVENTS = Number(process.env['EVENTS'] ?? 400);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const STEP = 100;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Person {
  readonly client: TestClient;
  readonly devices: readonly Device[];
}

/** A space of all three with a sub-space for everybody and one for two of them, and a group. */
async function begin(random: Random): Promise<Person[]> {
  const { owner } = await registerCompany(app);
  const emails = ['ada', 'ben', 'cleo'].map((name) => `${name}-${uuid()}@unread.example`);
  const clients = await Promise.all(emails.map((work_email_id) => addPerson(app, owner, { work_email_id })));
  const [ada, ben, cleo] = clients as [TestClient, TestClient, TestClient];
  const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
  const sub = { space_id, sub_space_name: 'Ovens' };
  await ada.call(spaces.createSubSpace, { ...sub, sub_space_id: uuid() });
  await ada.call(spaces.createSubSpace, { ...sub, sub_space_id: uuid(), is_private: true, employee_ids: ids(ben) });
  const group_id = uuid();
  await ada.call(createGroup, { conversation_id: group_id, employee_ids: ids(ben, cleo) });
  const world = { url: app.url, random, space_id, group_id, people: ids(...clients) };
  return Promise.all(
    clients.map(async (client, at) => {
      // Not the session that asks the server: of two that hold one, only the one that is answered has the token of the next ten minutes.
      const sessions = [await signIn(app.url, emails[at] as string), await signIn(app.url, emails[at] as string)];
      const devices = await Promise.all(sessions.map((one, nth) => Device.start(`${at}-${nth}-${SEED}`, one, world)));
      await Promise.all(devices.map((device) => device.open()));
      return { client, devices };
    }),
  );
}

/**
 * The rule, from the messages: unread is what others wrote after one's marker and nobody has deleted, in all that one is in
 * and that is in use; of it, what names one or everybody calls one, unless it is passed on. Who is in what is asked of the
 * spaces, not of the rows that chat keeps of it.
 */
const RECOUNT = `
WITH place AS (
  SELECT p.employee_id, c.conversation_id, CASE WHEN c.employee_low = p.employee_id THEN c.employee_high ELSE c.employee_low END AS entity_id, true AS used
  FROM unnest($1::uuid[]) AS p (employee_id) JOIN conversation c ON p.employee_id IN (c.employee_low, c.employee_high)
  UNION ALL
  SELECT m.employee_id, c.conversation_id, c.conversation_id, true FROM conversation c JOIN conversation_member m USING (company_id, conversation_id)
  WHERE c.kind = 'group' AND m.employee_id = ANY ($1)
  UNION ALL
  SELECT s.employee_id, b.sub_space_id, s.space_id, b.archived_at IS NULL FROM space_member s JOIN sub_space b USING (company_id, space_id)
  WHERE s.employee_id = ANY ($1) AND (NOT b.is_private OR EXISTS (
    SELECT FROM sub_space_member i WHERE i.sub_space_id = b.sub_space_id AND i.employee_id = s.employee_id))),
followed AS (
  SELECT p.employee_id, t.conversation_id, t.conversation_id AS entity_id, true AS used FROM conversation t
  JOIN place p ON p.conversation_id = t.parent_id JOIN conversation_member m ON m.conversation_id = t.conversation_id AND m.employee_id = p.employee_id)
SELECT e.employee_id, e.entity_id, coalesce(w.muted, false) AS muted, count(x.seq)::integer AS unread,
  count(x.seq) FILTER (WHERE x.forwarded_at IS NULL AND jsonb_path_exists(x.body,
    '$.** ? (@.type == "mention").attrs ? (@.kind == "all" || @.id == $me)', jsonb_build_object('me', e.employee_id)))::integer AS mentions
FROM (SELECT * FROM place UNION ALL SELECT * FROM followed) AS e
LEFT JOIN conversation_member m USING (conversation_id, employee_id)
LEFT JOIN entry_wish w USING (employee_id, entity_id)
LEFT JOIN message x ON x.conversation_id = e.conversation_id AND e.used AND x.seq > m.read_seq AND x.deleted_at IS NULL
  AND x.sender_id <> e.employee_id
GROUP BY 1, 2, 3`;

interface Counted {
  readonly employee_id: string;
  readonly entity_id: string;
  readonly muted: boolean;
  readonly unread: number;
  readonly mentions: number;
}
type Row = Omit<Counted, 'employee_id'>;

const byId = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.entity_id < b.entity_id ? -1 : 1));
const rowOf = ({ entity_id, muted, unread_message_count, mention_count }: chat.Entry): Row => ({
  entity_id,
  muted,
  unread: unread_message_count,
  mentions: mention_count,
});
const threadRowOf = ({ state }: Thread): Row => ({
  entity_id: state.conversation_id,
  muted: false,
  unread: chat.unreadOf(state),
  mentions: state.mention_seqs.length,
});
/** What stands on the button to the chat: how many conversations and threads want to be looked at. */
const badgeOf = (rows: readonly Row[]) => rows.filter((row) => (row.muted ? row.mentions : row.unread) > 0).length;
/** What the app's own button says of these lists. */
function badgeOn({ list, threads }: ReturnType<Device['shown']>): number | undefined {
  pageApp.queryClient.setQueryData(conversationsKey, list);
  pageApp.queryClient.setQueryData(threadsKey, threads);
  return chatFeature.nav?.badge?.read();
}
const rowsOf = (list: readonly chat.Entry[] = [], threads: readonly Thread[] = []) => [
  ...list.map(rowOf),
  ...threads.map(threadRowOf),
];
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { unread }) => sum + unread, 0);

async function compare(people: readonly Person[]): Promise<number> {
  const counted = await app.sql<Counted>(RECOUNT, [people.map(({ client }) => client.employee_id)]);
  let unread = 0;
  for (const { client, devices } of people) {
    const server = await client.call(chat.listConversations, {});
    const followed = await client.call(listThreads, {});
    const recount = byId(
      counted.filter((row) => row.employee_id === client.employee_id).map(({ employee_id: _, ...row }) => row),
    );
    expect(byId(rowsOf(server.items, followed.items)), 'the server against a recount').toEqual(recount);
    for (const device of devices) {
      expect(device.client.broken).toEqual([]);
      expect(device.list(), `device ${device.name} against the server`).toEqual(server);
      expect(device.threads(), `threads on ${device.name} against the server`).toEqual(followed);
      const shown = device.shown();
      const rows = rowsOf(shown.list?.items, shown.threads?.items);
      expect([sumOf(rows), badgeOn(shown)], `sum and badge of ${device.name}`).toEqual([
        sumOf(recount),
        badgeOf(recount),
      ]);
    }
    unread += sumOf(recount);
  }
  return unread;
}

/** What somebody else has just done may still be on its way. */
async function agree(people: readonly Person[]): Promise<number> {
  const devices = people.flatMap((person) => person.devices);
  for (let n = 0; ; n++) {
    await Promise.all(devices.map((device) => device.settle()));
    try {
      return await compare(people);
    } catch (error) {
      if (n === 100) throw error;
      await new Promise((done) => setTimeout(done, 10 + n));
    }
  }
}

test(`unread is what one would count, after ${EVENTS} events (seed ${SEED})`, {
  timeout: 60_000 + EVENTS * 200,
}, async () => {
  const random = randomFrom(SEED);
  const people = await begin(random);
  const devices = people.flatMap((person) => person.devices);
  const done: Record<string, number> = {};
  let most = 0;
  try {
    for (let events = 0; events < EVENTS; ) {
      const act = random.weighted(weights);
      if (random.pick(devices)?.act(act)) {
        done[act] = (done[act] ?? 0) + 1;
        events++;
        if (events % STEP === 0) most = Math.max(most, await agree(people));
      }
      if (random.chance(0.3)) await new Promise((next) => setTimeout(next, random.below(4)));
    }
    // It was about something.
    expect(most).toBeGreaterThan(0);
    expect(Object.keys(done)).toEqual(
      expect.arrayContaining(['send', 'answer', 'edit', 'delete', 'read', 'back', 'leave', 'come']),
    );
    if (process.env['EVENTS']) console.log(JSON.stringify({ SEED, most, done }));
  } catch (error) {
    throw new Error(`SEED=${SEED}: ${devices.map((device) => device.story()).join(' ')}`, { cause: error });
  } finally {
    await Promise.all(devices.map((device) => device.close()));
  }
});
