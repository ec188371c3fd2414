// The people of bench/crowd.ts: a thousand sockets that note when each message has reached them, and those who write, evenly.
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Session } from '#contract/auth.ts';
import { send } from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { type FromClient, ticket } from '#contract/sync.ts';
import { TestClient } from '#tests/kit/client.ts';
import type { CrowdAnswer, CrowdQuestion } from '../crowd.ts';
import { answer } from '../lib/child.ts';
import { clientFrame, framesOf, openReader } from '../lib/reader.ts';

/** Bins of half a millisecond, up to a minute. */
const BINS = 120_000;
const BIN_MS = 0.5;
/** What has not arrived after this long is lost. Milliseconds. */
const PATIENCE_MS = 30_000;
const MARK = Buffer.from('"message_id":"');
const EVENT = Buffer.from('{"type":"event"');

const PING = clientFrame(JSON.stringify({ type: 'ping' } satisfies FromClient));

/** By id of the message: when it was due, and how many sockets have it. */
const underWay = new Map<string, { readonly due: number; heard: number }>();
const bins = new Uint32Array(BINS);
let sockets = 0;
let arrived = 0;
let lost = 0;

function hear(data: Buffer): void {
  if (!data.subarray(0, EVENT.length).equals(EVENT)) return;
  // Cheaper than reading the whole event; the first id in it is the message's.
  const at = data.indexOf(MARK) + MARK.length;
  const id = data.toString('latin1', at, at + 36);
  const one = underWay.get(id);
  if (!one) return;
  const bin = Math.min(BINS - 1, Math.max(0, Math.floor((performance.now() - one.due) / BIN_MS)));
  bins[bin] = (bins[bin] ?? 0) + 1;
  arrived++;
  if (++one.heard === sockets) underWay.delete(id);
}

async function listen(client: TestClient): Promise<void> {
  const once = (await client.call(ticket, {})).ticket;
  const hello = JSON.stringify({ type: 'hello', ticket: once, client_id: randomUUID() } satisfies FromClient);
  const socket = await openReader(client.url, hello, { arrived: framesOf(hear), lost: () => lost++ });
  sockets++;
  setInterval(() => socket.write(PING), 20_000).unref();
}

let people: TestClient[] = [];

async function open({ url, sessions, sockets: wanted }: Extract<CrowdQuestion, { kind: 'open' }>): Promise<number> {
  people = sessions.map((session: Session) => new TestClient(url, session));
  for (let at = 0; at < wanted; at += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, wanted - at) }, (_, n) =>
        listen(people[(at + n) % people.length] as TestClient),
      ),
    );
  return sockets;
}

async function run({ space_id, perSecond, seconds }: Extract<CrowdQuestion, { kind: 'run' }>): Promise<CrowdAnswer> {
  bins.fill(0);
  arrived = 0;
  const total = Math.round(perSecond * seconds);
  const start = performance.now() + 50;
  const sending: Promise<unknown>[] = [];
  let refused = 0;
  for (let n = 0; n < total; n++) {
    const due = start + (n * 1_000) / perSecond;
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    const message_id = uuid();
    underWay.set(message_id, { due, heard: 0 });
    const input = {
      entity_type: 'space',
      entity_id: space_id,
      message_id,
      body: docOf(`Line ${n} is up again.`),
    } as const;
    const sent = (people[n % people.length] as TestClient).call(send, input).catch(() => {
      refused++;
      underWay.delete(message_id);
    });
    sending.push(sent);
    if (sending.length === 1_000) await Promise.all(sending.splice(0, 900));
  }
  await Promise.all(sending);
  for (const end = performance.now() + PATIENCE_MS; underWay.size && performance.now() < end; )
    await new Promise((done) => setTimeout(done, 50));
  underWay.clear();
  return { sent: total, refused, arrived, expected: (total - refused) * sockets, lost, p50: at(0.5), p99: at(0.99) };
}

function at(part: number): number {
  let seen = 0;
  for (let bin = 0; bin < BINS; bin++) {
    seen += bins[bin] ?? 0;
    if (seen >= arrived * part) return (bin + 0.5) * BIN_MS;
  }
  return Number.NaN;
}

answer<CrowdQuestion>((question) => (question.kind === 'open' ? open(question) : run(question)));
