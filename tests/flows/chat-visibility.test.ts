// Who sees what, as a property: people come and go by chance in spaces, private sub-spaces, groups and direct conversations, campaigns reach some of them, and each
// message carries a word that stands nowhere else. Then exactly those see it who may by the rule (chat-visibility.world.ts),
// by every way there is to see a message; and nobody has heard what they never could have read.
// SEED=n repeats a run; ACTS=n makes it longer.
// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '#contract/chat/attachments.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { listSaved } from '#contract/chat/saved.ts';
import { listSeen } from '#contract/chat/seen.ts';
import { listThreads } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as files from '#contract/files.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { list as notifications } from '#contract/notifications.ts';
import { search } from '#contract/search.ts';
import { sync } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { type Act, act, weights } from './chat-visibility.acts.ts';
import { Pushes } from './chat-visibility.pushes.ts';
import { ownWords, type Said, World, wordsIn, wordsOf } from './chat-visibility.world.ts';
import { registerAwake } from './notifications.fixture.ts';
import { PATIENCE } from './talk.ts';

const ACTS = Number(process.env['ACTS'] ?? 180);
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Words that are looked for one by one. */
const SEARCHED = 25;

/** Acts after which the tablets take what has waited for them. */
const LATE = 60;

let service: PushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort();
/** What is answered, whether or not it may be asked. */
const ask = async (by: TestClient, endpoint: Endpoint, input: object) => {
  const { status, body } = await by.raw(endpoint, input);
  return status === 200 ? body.data : null;
};

/** A run of messages, to its end. */
async function readAll(by: TestClient, at: chat.Address): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (let after_seq = 0; ; ) {
    const query = { ...at, after_seq: String(after_seq), limit: '100' };
    const page = (await ask(by, chat.listMessages, query)) as { items: chat.Message[]; has_after: boolean } | null;
    if (page) pages.push(page);
    if (!page?.has_after) return pages;
    after_seq = page.items.at(-1)?.seq ?? 0;
  }
}

/** A list of a whole space, page by page. */
async function ofSpace(by: TestClient, list: Endpoint, space_id: string): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = {
      entity_type: 'space',
      entity_id: space_id,
      whole_space: 'true',
      limit: '3',
      ...(cursor && { cursor }),
    };
    const page = (await ask(by, list, query)) as { next_cursor: string | null } | null;
    pages.push(page);
    cursor = page?.next_cursor ?? null;
  }
  return pages;
}

/** Everything that somebody sees by listing, everywhere there is, whether or not they know of it. */
async function lookAround(by: TestClient, { places, said, spaces }: World) {
  const addresses = places.map((place) => place.address(by));
  const all = async (work: (at: chat.Address) => Promise<unknown>) => wordsIn(await Promise.all(addresses.map(work)));
  const ids = [...new Set(said.flatMap(({ file }) => file?.file_id ?? []))];
  return {
    messages: await all((at) => readAll(by, at)),
    pinned: await all((at) => ask(by, marks.listPins, at)),
    files: await all((at) => ask(by, listFiles, at)),
    pinnedInSpaces: wordsIn(await Promise.all(spaces.map(({ id }) => ofSpace(by, marks.listPins, id)))),
    filesInSpaces: wordsIn(await Promise.all(spaces.map(({ id }) => ofSpace(by, listFiles, id)))),
    lists: wordsIn(await ask(by, chat.listConversations, {})),
    threads: wordsIn(await ask(by, listThreads, {})),
    notified: wordsIn(await ask(by, notifications, { limit: '100' })),
    saved: wordsIn(await ask(by, listSaved, { limit: '100' })),
    earlier: wordsIn(
      await Promise.all(
        said.filter(({ old }) => old.length).map(({ message_id }) => ask(by, marks.history, { message_id })),
      ),
    ),
    seen: new Set(
      (
        await Promise.all(
          said
            .slice(-SEARCHED)
            .map(async ({ message_id }) => ((await ask(by, listSeen, { message_id })) ? message_id : [])),
        )
      ).flat(),
    ),
    opened: new Set(await openable(by, ids)),
  };
}

/** Of these files those whose bytes somebody gets. */
async function openable(by: TestClient, ids: readonly string[]): Promise<string[]> {
  const opened: string[] = [];
  for (let at = 0; at < ids.length; at += files.MOST_ADDRESSES) {
    const file_ids = ids.slice(at, at + files.MOST_ADDRESSES).join(',');
    const answer = (await ask(by, files.addresses, { file_ids })) as {
      items: { file_id: string; download_url: string }[];
    };
    for (const { file_id, download_url } of answer.items)
      if ((await fetch(new URL(download_url, app.url))).status === 200) opened.push(file_id);
  }
  for (const file_id of ids)
    expect((await ask(by, files.metadata, { file_id })) !== null, `metadata of ${file_id}`).toBe(
      opened.includes(file_id),
    );
  return opened;
}

/** The same by the rule. */
function mayLookAt(by: TestClient, world: World) {
  const mine = world.said.filter((one) => one.word !== null && world.may(by, one));
  const words = (which: (one: Said) => boolean, of = wordsOf) => new Set(mine.filter(which).flatMap(of));
  const latest = new Map(world.said.filter(({ place }) => place.kind !== 'thread').map((one) => [one.place, one]));
  const inSubSpace = ({ place }: Said) => place.kind === 'sub';
  const isSaved = (one: Said) => world.saved.get(by)?.has(one) === true;
  return {
    // Of a thread the message that it is about comes along; that stands in what the same people read.
    messages: words(() => true),
    pinned: words(({ pinned }) => pinned),
    files: words(
      ({ file }) => file !== null,
      ({ file }) => (file ? [file.word] : []),
    ),
    pinnedInSpaces: words((one) => one.pinned && inSubSpace(one)),
    filesInSpaces: words(
      (one) => one.file !== null && inSubSpace(one),
      ({ file }) => (file ? [file.word] : []),
    ),
    lists: words((one) => latest.get(one.place) === one, ownWords),
    saved: words(isSaved),
    earlier: words(
      () => true,
      ({ old }) => old,
    ),
    // Who has seen a message is for those who read it; of a campaign's for nobody.
    seen: new Set(
      world.said
        .slice(-SEARCHED)
        .filter((one) => mine.includes(one) && one.place.kind !== 'campaign')
        .map(({ message_id }) => message_id),
    ),
    // Whoever uploaded it reads it as well, as long as it is in any message.
    opened: new Set(
      world.said
        .filter((one) => one.word !== null && (world.may(by, one) || one.file?.by === by))
        .flatMap(({ file }) => file?.file_id ?? []),
    ),
  };
}

async function checkSearch(by: TestClient, world: World, words: readonly string[]): Promise<void> {
  const mine = world.said.filter((one) => world.may(by, one));
  for (const word of words) {
    const answer = await by.call(search, { query: word, types: ['messages'], limit: 50 });
    const found = answer.groups.flatMap(({ items }) =>
      (items as { message_id: string }[]).map((one) => one.message_id),
    );
    const expected = mine.filter((one) => one.word === word).map((one) => one.message_id);
    expect(sorted(found), `${word} looked for`).toEqual(sorted(expected));
  }
}

/** The log of events is for those who may read the topic now, and tells them nothing that they never could have read. */
async function checkSync(by: TestClient, world: World, topics: readonly string[]): Promise<void> {
  const answers = (await by.call(sync, { topics: Object.fromEntries(topics.map((topic) => [topic, 0])) })).topics;
  const may = (word: string) => world.ever.get(word)?.has(by) || world.erased.get(word)?.readers().has(by);
  expect(
    [...wordsIn(answers)].filter((word) => !may(word)),
    'from the log',
  ).toEqual([]);
  const open = new Map(answers.map(({ topic, status }) => [topic, status !== 'gone']));
  const rows = await app.sql<{ message_id: string; topic: string }>(
    "SELECT message_id, 'conversation:' || conversation_id AS topic FROM message JOIN conversation USING (company_id, conversation_id) WHERE kind <> 'thread'",
  );
  const topicOf = new Map(rows.map((row) => [row.message_id, row.topic]));
  for (const { message_id, place } of world.said)
    if (place.kind !== 'thread')
      expect(open.get(topicOf.get(message_id) as string), 'a topic').toBe(place.readers().has(by));
}

async function check(world: World, strangers: readonly TestClient[]): Promise<void> {
  await world.settled();
  const topics = (await app.sql<{ topic: string }>('SELECT topic FROM topic')).map(({ topic }) => topic);
  const current = sorted(world.said.flatMap(({ word, old }) => [...(word ? [word] : []), ...old]));
  const words = world.random.chance(0.5) ? current.slice(-SEARCHED) : current.slice(0, SEARCHED);
  for (const by of [...world.people, ...strangers]) {
    const name = `person ${[...world.people, ...strangers].indexOf(by)}`;
    const { threads, notified, ...seen } = await lookAround(by, world);
    const may = mayLookAt(by, world);
    for (const way of Object.keys(seen) as (keyof typeof seen)[])
      expect(sorted(seen[way]), `${way} of ${name}`).toEqual(sorted(may[way]));
    expect(
      [...threads].filter((word) => !may.messages.has(word)),
      `threads of ${name}`,
    ).toEqual([]);
    // Of threads that they follow they are told as well.
    const called = [...(world.told.get(by) ?? [])].flatMap(ownWords);
    expect(
      called.filter((word) => !notified.has(word)),
      `notifications that ${name} misses`,
    ).toEqual([]);
    expect(
      [...notified].filter((word) => !may.messages.has(word)),
      `notifications of ${name}`,
    ).toEqual([]);
    await checkSearch(by, world, words);
    await checkSync(by, world, topics);
  }
}

/** What was said has reached all who were there, and nobody else has heard a word of it. */
async function checkHeard(world: World, sockets: ReadonlyMap<TestClient, TestSocket>): Promise<void> {
  for (const [by, socket] of sockets) {
    const meant = [...world.heard].filter(([, people]) => people.has(by)).map(([word]) => word);
    const missing = () => {
      const heard = wordsIn(socket.events);
      return meant.filter((word) => !heard.has(word));
    };
    await expect.poll(missing, { timeout: PATIENCE }).toEqual([]);
  }
  for (const [by, socket] of sockets)
    expect([...wordsIn(socket.messages)].filter((word) => !world.ever.get(word)?.has(by))).toEqual([]);
}

/** Nobody is here: who is has five seconds to read something before it is pushed. */
async function listen(people: readonly TestClient[]): Promise<Map<TestClient, TestSocket>> {
  const sockets = new Map<TestClient, TestSocket>();
  for (const by of people) {
    const socket = await openSocket(by);
    socket.say({ type: 'active', active: false });
    sockets.set(by, socket);
  }
  return sockets;
}

test(`exactly those see it who may (seed ${SEED})`, { timeout: 60_000 + ACTS * 500 }, async () => {
  const { owner } = await registerAwake(app);
  const people = [owner, ...(await Promise.all(Array.from({ length: 4 }, () => addPerson(app, owner))))];
  const stranger = (await registerAwake(app)).owner;
  const pushes = await Pushes.start(app, service, [...people, stranger]);
  const world = new World(randomFrom(SEED), people, app, pushes);
  const sockets = await listen([...people, stranger]);
  const done: Partial<Record<Act, number>> = {};
  try {
    for (let acts = 1; acts <= ACTS; acts++) {
      const name = world.random.weighted(weights);
      if (await act(world, name)) done[name] = (done[name] ?? 0) + 1;
      if (acts % LATE === 0 || acts === ACTS) await pushes.arrive(world);
      if (acts % 120 === 0 && acts < ACTS) await check(world, [stranger]);
    }
    await check(world, [stranger]);
    await checkHeard(world, sockets);
    pushes.checkCalled(world.told);
    if (process.env['ACTS']) console.log(JSON.stringify({ SEED, done, said: world.said.length }));
  } finally {
    for (const socket of sockets.values()) await socket[Symbol.asyncDispose]();
  }
});
