// The server is killed hard under write load, twenty times, its database in some of them, too: what was acknowledged is
// there once, what was not is there at most once, and everything comes back by itself.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as chat from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { Refused, TestClient } from '../kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '../kit/factory.ts';
import { randomFrom } from '../kit/random.ts';
import { postmasterPid, type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { callOf } from '../matrix/http.ts';
import { newSpace, paragraph } from '../matrix/world.ts';

const KILLS = 20;
const WRITERS = 6;
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e9);
const random = randomFrom(seed);

let dataDir: string;
let server: ServerProcess;
/** All that any of the servers printed. */
let printed = '';

const start = (port?: number): Promise<ServerProcess> =>
  startServerProcess({ dataDir, env: { LOG_LEVEL: 'trace' }, ...(port === undefined ? {} : { port }) });

beforeAll(async () => {
  console.log(`CRASH_SEED=${seed}`);
  dataDir = mkdtempSync(join(tmpdir(), 'limelight-crash-'));
  server = await start();
});
afterAll(async () => {
  await server?.stop();
  // Whatever a failure left running: adopted, and stopped in order.
  await (await startEmbedded({ dataDir })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly message_id: string;
  readonly text: string;
  /** What the server acknowledged; undefined if nobody knows. */
  answer?: chat.Message;
  /** Nobody asked again: it may be there or not. */
  abandoned: boolean;
  attempts: number;
}

/** Sends message after message. After an unknown outcome it asks again with the same key, with another one, or not at all. */
function startWriter(client: TestClient, to: chat.Address, history: Sent[], stopped: () => boolean): Promise<void> {
  const attempt = async (sent: Sent, key: string): Promise<boolean> => {
    sent.attempts++;
    try {
      const input = { ...to, message_id: sent.message_id, body: paragraph(sent.text) };
      sent.answer = (await client.call(chat.send, input, { key })).message;
      return true;
    } catch (error) {
      // A refusal would be a mistake; everything else is an outcome that nobody knows.
      if (error instanceof Refused && error.status < 500) throw error;
      await sleep(20);
      return false;
    }
  };
  const run = async () => {
    for (let n = 0; !stopped(); n++) {
      const sent: Sent = { message_id: uuid(), text: `${client.employee_id} ${n}`, abandoned: false, attempts: 0 };
      history.push(sent);
      let key = randomUUID();
      while (!(await attempt(sent, key))) {
        if (random.chance(0.02)) {
          sent.abandoned = true;
          break;
        }
        if (random.chance(0.3)) key = randomUUID();
      }
    }
  };
  return run();
}

const killDatabase = () => process.kill(postmasterPid(dataDir), 'SIGKILL');

async function killAndRestart(round: number): Promise<string> {
  const database = random.weighted({ lives: 12, 'is killed first': 3, 'is killed after': 3 });
  await sleep(100 + random.below(500));
  if (database === 'is killed first') killDatabase();
  await sleep(random.below(30));
  await server.kill();
  printed += server.output();
  if (database === 'is killed after') killDatabase();
  server = await start(server.port);
  return `${round}: the server, the database ${database} (up again in ${Math.round(server.startedIn)} ms)`;
}

/** The server lives on, and its database has to come back under it. */
async function killDatabaseAlone(): Promise<string> {
  await sleep(100 + random.below(500));
  const [before, began] = [postmasterPid(dataDir), performance.now()];
  killDatabase();
  await vi.waitUntil(() => newPostmaster(before), { timeout: 60_000 });
  await untilReady();
  return `   the database alone (answers again after ${Math.round(performance.now() - began)} ms)`;
}

function newPostmaster(before: number): boolean {
  try {
    return postmasterPid(dataDir) !== before;
  } catch {
    return false;
  }
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const ok = await fetch(`${server.url}/api/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (Date.now() > deadline) throw new Error(`The database did not come back:\n${server.output()}`);
    await sleep(20);
  }
}

test(`${KILLS} kills: nothing acknowledged is lost, nothing is doubled`, { timeout: 600_000 }, async () => {
  const { owner } = await registerCompany({ url: server.url, dataDir });
  const people = await Promise.all(
    Array.from({ length: WRITERS - 1 }, () => addPerson({ url: server.url, dataDir }, owner)),
  );
  const members = [owner, ...people];
  const space_id = await newSpace(
    { owner, word: 'Crash' },
    'private',
    people.map((p) => p.employee_id),
  );
  const places: chat.Address[] = [
    { entity_type: 'space', entity_id: space_id },
    { entity_type: 'employee', entity_id: owner.employee_id },
  ];
  const history: Sent[] = [];
  let stopped = false;
  const writers = members.map((client, index) =>
    startWriter(client, places[index === 0 ? 0 : index % 2] as chat.Address, history, () => stopped),
  );
  // A writer that is refused ends the test now, not after the last kill.
  const failed = Promise.all(writers);
  failed.catch(() => {});
  const rounds: string[] = [];
  await hangUp(members, places[0] as chat.Address, history);
  for (let round = 1; round <= KILLS; round++) {
    rounds.push(await Promise.race([killAndRestart(round), refusal(failed)]));
    if (round % 5 === 0) rounds.push(await Promise.race([killDatabaseAlone(), refusal(failed)]));
  }
  await sleep(300);
  stopped = true;
  await failed;

  const unknown = history.filter((sent) => sent.abandoned).length;
  const retried = history.filter((sent) => sent.attempts > 1 && sent.answer).length;
  console.log(`${history.length} messages, ${retried} asked for again, ${unknown} given up\n${rounds.join('\n')}`);
  expect(retried, 'answers that got lost and were asked for again').toBeGreaterThan(5);

  const found = await readAll(owner, people, space_id);
  judge(history, found);
  await server.stop();
  printed += server.output();
  const secrets = [PASSWORD, ...members.map((member) => member.session?.access_token ?? ''), 'cut off'];
  for (const secret of secrets) expect(printed.includes(secret), 'a secret or a message in the log').toBe(false);
  await judgeDatabase(history.length);
});

/** Requests whose sender goes away at some moment: each is done whole or not at all, and none keeps a connection. */
async function hangUp(members: readonly TestClient[], to: chat.Address, history: Sent[]): Promise<void> {
  const one = async (by: TestClient, n: number) => {
    const sent: Sent = { message_id: uuid(), text: `cut off ${n}`, abandoned: true, attempts: 1 };
    history.push(sent);
    const {
      path,
      headers,
      body = '',
    } = callOf(chat.send, by, {
      ...to,
      message_id: sent.message_id,
      body: paragraph(sent.text),
    });
    const lines = Object.entries({ ...headers, host: 'x', 'content-length': String(body.length) });
    const request = `POST ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body.toString()}`;
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(request.slice(0, random.chance(0.5) ? request.length : random.below(request.length)));
    await sleep(random.below(15));
    socket.destroy();
  };
  await Promise.all(Array.from({ length: 120 }, (_, n) => one(members[n % members.length] as TestClient, n)));
  // More at once than the pool has connections: they all get through.
  const read = (by: TestClient) => by.call(chat.listConversations, {});
  const began = performance.now();
  await Promise.all(Array.from({ length: 60 }, (_, n) => read(members[n % members.length] as TestClient)));
  expect(performance.now() - began, 'milliseconds for sixty reads').toBeLessThan(60_000);
}

/** Never resolves, rejects as soon as a writer does. */
const refusal = (failed: Promise<unknown>): Promise<never> =>
  new Promise((_, fail) => {
    failed.catch(fail);
  });

/** Everything that can be read, by conversation, in the order of its seqs. */
async function readAll(owner: TestClient, people: readonly TestClient[], space_id: string): Promise<chat.Message[][]> {
  const read = async (address: chat.Address): Promise<chat.Message[]> => {
    const all: chat.Message[] = [];
    for (;;) {
      const after_seq = String(all.at(-1)?.seq ?? 0);
      const page = await owner.call(chat.listMessages, { ...address, after_seq, limit: '100' });
      all.push(...page.items);
      if (!page.has_after) return all;
    }
  };
  const talks = people.map((p) => read({ entity_type: 'employee', entity_id: p.employee_id }));
  return Promise.all([read({ entity_type: 'space', entity_id: space_id }), ...talks]);
}

function judge(history: readonly Sent[], found: readonly chat.Message[][]): void {
  for (const messages of found) expect(messages.map((m) => m.seq)).toEqual(messages.map((_, index) => index + 1));
  const all = found.flat();
  const ids = new Set(all.map((message) => message.message_id));
  expect(ids.size, 'no message is there twice').toBe(all.length);
  const texts = new Set(all.map((message) => plainText(message.body ?? paragraph(''))));
  expect(texts.size, 'nothing was said twice').toBe(all.length);
  const known = new Set(history.map((sent) => sent.message_id));
  expect(
    all.filter((message) => !known.has(message.message_id)),
    'nothing is there that nobody sent',
  ).toEqual([]);
  const there = new Map(all.map((message) => [message.message_id, message]));
  for (const { answer } of history) if (answer) expect(there.get(answer.message_id)).toEqual(answer);
  expect(history.filter((sent) => !sent.answer && !sent.abandoned)).toEqual([]);
}

/** Nothing is half-written: each message with its event, each topic without a gap, each counter where it belongs. */
async function judgeDatabase(sent: number): Promise<void> {
  const { host, port, user, database, password, stop } = await startEmbedded({ dataDir });
  const client = new pg.Client({ host, port, user, database, ...(password ? { password } : {}) });
  await client.connect();
  const wrong = {
    'a message without its event, or the other way round': `SELECT m.message_id, e.revision FROM message m
      FULL JOIN (SELECT * FROM event WHERE name = 'chat.message_created') e ON (e.payload->>'message_id')::uuid = m.message_id
      WHERE m.message_id IS NULL OR e.revision IS NULL OR (e.payload->>'seq')::int <> m.seq`,
    'a topic with a gap': `SELECT t.topic FROM topic t JOIN event e USING (company_id, topic)
      GROUP BY t.company_id, t.topic, t.revision
      HAVING count(*) <> t.revision OR min(e.revision) <> 1 OR max(e.revision) <> t.revision`,
    'a conversation that counts wrongly': `SELECT c.conversation_id FROM conversation c
      WHERE c.last_seq <> (SELECT count(*) FROM message m WHERE m.conversation_id = c.conversation_id)`,
    'a marker past the end': `SELECT * FROM conversation_member m JOIN conversation c USING (company_id, conversation_id)
      WHERE m.read_seq > c.last_seq`,
    'a key without its message': `SELECT key FROM idempotency_key k WHERE endpoint = 'chat.message.new'
      AND NOT EXISTS (SELECT FROM message m WHERE m.message_id = (k.answer->'data'->'message'->>'message_id')::uuid)`,
  };
  try {
    for (const [what, sql] of Object.entries(wrong)) expect((await client.query(sql)).rows, what).toEqual([]);
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM message');
    expect(Number(rows[0]?.count)).toBeLessThanOrEqual(sent);
  } finally {
    await client.end();
    await stop();
  }
}
