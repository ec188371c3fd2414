// One message to a thousand sockets through the real hub, beside a bare `ws` server that sends one frame a message and one that
// batches by the turn of the event loop. All three take turns. What the database adds is in bench/send.ts, not in here.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { ticket } from '#contract/sync.ts';
import { startChild } from './lib/child.ts';
import { openOffice, openRoom } from './lib/office.ts';
import { type Report, runAlone, setting } from './lib/report.ts';
import { median } from './lib/stats.ts';
import type { FanoutAnswer, FanoutQuestion } from './programs/fanout.load.ts';
import type { Mode, Publication, ServerAnswer, ServerQuestion } from './programs/fanout.server.ts';

const SOCKETS = 1_000;
/** A session may have forty sockets (server/platform/realtime/hub.ts). */
const PEOPLE = 50;
/** Messages that not everybody has yet. */
const WINDOW = 200;
const MODES: readonly Mode[] = ['plain', 'hub', 'batched'];
const LOAD = 0.4;

/** What a short message looks like on its way. */
const publicationFor = (company_id: string, conversation_id: string): Publication => ({
  company_id,
  frame: {
    topic: `conversation:${conversation_id}`,
    revision: 1,
    name: 'chat.message_created',
    payload: {
      message_id: uuid(),
      conversation_id,
      seq: 1,
      sender_id: uuid(),
      type: 'text',
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'See you at three.' }] }] },
      created_at: new Date().toISOString(),
      edited_at: null,
      deleted_at: null,
      reactions: [],
    },
  },
});

/** A hello for each socket, from fifty people with twenty tabs each, and what they will hear. */
async function audienceOf(url: string, dataDir: string): Promise<{ hellos: string[]; publication: Publication }> {
  const { owner, people, company_id } = await openOffice({ url, dataDir }, PEOPLE);
  const { conversation_id } = await openRoom(owner, people);
  const hellos: string[] = [];
  for (let n = 0; n < SOCKETS; n++) {
    const once = (await people[n % PEOPLE]?.call(ticket, {}))?.ticket;
    hellos.push(JSON.stringify({ type: 'hello', ticket: once, client_id: randomUUID() }));
  }
  return { hellos, publication: publicationFor(company_id, conversation_id) };
}

export async function fanout(): Promise<Report> {
  const [seconds, rounds] = [setting('BENCH_SECONDS', 5), setting('BENCH_ROUNDS', 3)];
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const servers = new Map(MODES.map((mode) => [mode, startChild('fanout.server.ts')]));
  const load = startChild('fanout.load.ts');
  const ask = (question: FanoutQuestion) => load.ask<FanoutAnswer>(question);
  try {
    for (const [mode, server] of servers) {
      const at = await server.ask<ServerAnswer>({ kind: 'start', mode, dataDir } satisfies ServerQuestion);
      const { hellos, publication } =
        mode === 'hub'
          ? await audienceOf(at.url, dataDir)
          : { hellos: Array.from({ length: SOCKETS }, () => null), publication: publicationFor(uuid(), uuid()) };
      await load.ask({ kind: 'open', name: mode, ...at, hellos, publication } satisfies FanoutQuestion);
    }
    const most = await measureMost(ask, rounds, seconds);
    const times = await measureTimes(ask, rounds, seconds, most);
    return report(most, times, rounds, seconds);
  } finally {
    await load.end();
    for (const server of servers.values()) {
      await server.ask({ kind: 'stop' } satisfies ServerQuestion).catch(() => {});
      await server.end();
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Ask = (question: FanoutQuestion) => Promise<FanoutAnswer>;

async function measureMost(ask: Ask, rounds: number, seconds: number): Promise<Record<Mode, number>> {
  const all: Record<Mode, number[]> = { plain: [], hub: [], batched: [] };
  for (const name of MODES) await ask({ kind: 'flood', name, seconds: 1, window: WINDOW });
  for (let n = 0; n < rounds; n++)
    for (const name of MODES) all[name].push((await ask({ kind: 'flood', name, seconds, window: WINDOW })).perSecond);
  return { plain: median(all.plain), hub: median(all.hub), batched: median(all.batched) };
}

/**
 * p99 at 40 % of what the plain server can do, for it and the hub: the same load on both. And at 40 % of what each can do by
 * itself: there the batching ones carry some fifteen times as much.
 */
async function measureTimes(ask: Ask, rounds: number, seconds: number, most: Record<Mode, number>) {
  const p99: Record<Mode | 'hubAtPlain', number[]> = { plain: [], hub: [], batched: [], hubAtPlain: [] };
  const paced = async (name: Mode, deliveries: number) =>
    (await ask({ kind: 'pace', name, seconds, perSecond: (deliveries * LOAD) / SOCKETS })).times.p99;
  for (let n = 0; n < rounds; n++) {
    p99.plain.push(await paced('plain', most.plain));
    p99.hubAtPlain.push(await paced('hub', most.plain));
    p99.hub.push(await paced('hub', most.hub));
    p99.batched.push(await paced('batched', most.batched));
  }
  return {
    plain: median(p99.plain),
    hub: median(p99.hub),
    batched: median(p99.batched),
    hubAtPlain: median(p99.hubAtPlain),
  };
}

function report(
  most: Record<Mode, number>,
  p99: Record<Mode | 'hubAtPlain', number>,
  rounds: number,
  seconds: number,
): Report {
  const figures = [
    { what: 'hub, deliveries', value: most.hub, unit: '/s' },
    { what: 'ws, one frame a message', value: most.plain, unit: '/s' },
    { what: 'ws, batched by the turn', value: most.batched, unit: '/s' },
    { what: 'hub ÷ one frame a message', value: most.hub / most.plain, unit: '×', least: 5 },
    { what: 'hub ÷ batched', value: most.hub / most.batched, unit: '×', least: 0.6 },
    { what: 'p99 at 40 % load: one frame a message', value: p99.plain, unit: 'ms' },
    { what: 'p99 at the same load: hub', value: p99.hubAtPlain, unit: 'ms' },
    { what: 'p99, hub ÷ one frame a message', value: p99.hubAtPlain / p99.plain, unit: '×', most: 1.5 },
    { what: 'p99 at 40 % of its own most: hub', value: p99.hub, unit: 'ms' },
    { what: 'p99 at 40 % of its own most: batched', value: p99.batched, unit: 'ms' },
  ];
  const notes = [
    `${SOCKETS} sockets; median of ${rounds} rounds of ${seconds} s each, the three taking turns; at most ${WINDOW} messages under way`,
  ];
  return { bench: 'fan-out', figures, notes };
}

if (import.meta.main) await runAlone(fanout);
