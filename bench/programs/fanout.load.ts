// The readers and the writer of bench/fanout.ts. A reader is a bare TCP connection that counts bytes: all frames of a run have
// one length, so that counting is cheap and what is measured is the sending.
import { connect, type Socket } from 'node:net';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { FromClient } from '#contract/sync.ts';
import { answer } from '../lib/child.ts';
import { clientFrame, openReader } from '../lib/reader.ts';
import type { Times } from '../lib/stats.ts';
import type { Publication } from './fanout.server.ts';

export type FanoutQuestion =
  | {
      kind: 'open';
      name: string;
      url: string;
      publishPort: number;
      hellos: (string | null)[];
      publication: Publication;
    }
  | { kind: 'flood'; name: string; seconds: number; window: number }
  | { kind: 'pace'; name: string; seconds: number; perSecond: number };
export interface FanoutAnswer {
  /** Frames that arrived, over all sockets. */
  readonly perSecond: number;
  readonly times: Times;
}

/** Bins of a twentieth of a millisecond, up to ten seconds. */
const BINS = 200_000;
const BIN_MS = 0.05;

interface Audience {
  readonly sockets: number;
  readonly publisher: Socket;
  readonly publication: Publication;
  readonly frameBytes: number;
  /** Bytes got, by socket. */
  readonly got: Float64Array;
  /** Messages published so far. */
  serial: number;
  /** Told after each arrival. */
  onArrival: (socket: number, before: number, now: number) => void;
  /** Says to the server that the readers are still there. */
  readonly ping: () => void;
  /** Readers that the server hung up on. */
  lost: number;
}
const audiences = new Map<string, Audience>();

const PING = clientFrame(JSON.stringify({ type: 'ping' } satisfies FromClient));

const frameAt = ({ company_id, frame }: Publication, n: number): Publication => ({
  company_id,
  // As many digits for each.
  frame: { ...frame, revision: 1_000_000 + n },
});

async function open({ name, url, publishPort, hellos, publication }: Extract<FanoutQuestion, { kind: 'open' }>) {
  const got = new Float64Array(hellos.length);
  const sockets: Socket[] = [];
  const text = JSON.stringify({ type: 'event', ...(frameAt(publication, 0).frame as EventFrame) });
  const publisher = connect({ host: '127.0.0.1', port: publishPort, noDelay: true });
  await new Promise((done, fail) => publisher.once('connect', done).once('error', fail));
  const audience: Audience = {
    sockets: hellos.length,
    publisher,
    publication,
    frameBytes: Buffer.byteLength(text) + 4,
    got,
    serial: 0,
    onArrival: () => {},
    // A server that knows no hello asks for no sign of life either.
    ping: () => sockets.forEach((socket, n) => hellos[n] && socket.write(PING)),
    lost: 0,
  };
  audiences.set(name, audience);
  for (let at = 0; at < hellos.length; at += 50)
    await Promise.all(
      hellos.slice(at, at + 50).map(async (hello, i) => {
        const socket = at + i;
        sockets[socket] = await openReader(url, hello, {
          arrived: (bytes) => {
            const before = got[socket] as number;
            got[socket] = before + bytes;
            audience.onArrival(socket, before, before + bytes);
          },
          lost: () => audience.lost++,
        });
      }),
    );
  return hellos.length;
}

function publish(audience: Audience, count: number): void {
  let lines = '';
  for (let n = 0; n < count; n++) lines += `${JSON.stringify(frameAt(audience.publication, audience.serial++))}\n`;
  audience.publisher.write(lines);
}

/**
 * Pings all servers, waits until none has anything left to say, and counts from zero: what one still sends would take the machine from
 * the next. Throws if a reader is gone.
 */
async function settle(audience: Audience): Promise<void> {
  for (const { ping } of audiences.values()) ping();
  const sum = () => [...audiences.values()].flatMap(({ got }) => [...got]).reduce((a, b) => a + b, 0);
  for (let [before, now] = [-1, sum()]; before !== now; [before, now] = [now, sum()])
    await new Promise((done) => setTimeout(done, 500));
  if (audience.lost) throw new Error(`The server hung up on ${audience.lost} readers`);
  audience.got.fill(0);
}
const none: Times = { p50: Number.NaN, p99: Number.NaN };

/** As fast as it goes with at most `window` messages that not everybody has. */
async function flood(audience: Audience, seconds: number, window: number): Promise<FanoutAnswer> {
  await settle(audience);
  const perMessage = audience.frameBytes * audience.sockets;
  let [bytes, published] = [0, 0];
  const fill = () => {
    // Rounded up: a message counts as under way until its last byte is there.
    const room = window - Math.ceil(published - bytes / perMessage);
    // Not one by one: whoever asks for a message more whenever a socket has one makes no turns to batch.
    if (room < window / 4) return;
    published += room;
    publish(audience, room);
  };
  audience.onArrival = (_socket, before, now) => {
    bytes += now - before;
    fill();
  };
  const start = performance.now();
  fill();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const perSecond = bytes / audience.frameBytes / ((performance.now() - start) / 1000);
  audience.onArrival = () => {};
  return { perSecond, times: none };
}

/** So many messages a second, evenly; times from when each was due until each socket had it. */
async function pace(audience: Audience, seconds: number, perSecond: number): Promise<FanoutAnswer> {
  await settle(audience);
  const bins = new Uint32Array(BINS);
  const total = Math.max(1, Math.round(seconds * perSecond));
  const start = performance.now() + 20;
  const due = (n: number) => start + (n * 1000) / perSecond;
  let arrived = 0;
  let all = () => {};
  const complete = new Promise<void>((done) => (all = done));
  audience.onArrival = (_socket, before, now) => {
    const from = Math.floor(before / audience.frameBytes);
    const to = Math.floor(now / audience.frameBytes);
    const at = performance.now();
    for (let n = from; n < to; n++) {
      const bin = Math.min(BINS - 1, Math.max(0, Math.floor((at - due(n)) / BIN_MS)));
      bins[bin] = (bins[bin] as number) + 1;
    }
    arrived += to - from;
    if (arrived === total * audience.sockets) all();
  };
  let published = 0;
  await new Promise<void>((done) => {
    const tick = () => {
      const wanted = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1);
      if (wanted > published) publish(audience, wanted - published);
      published = Math.max(published, wanted);
      if (published === total) done();
      else setTimeout(tick, 1);
    };
    setTimeout(tick, 20);
  });
  const late = new Promise<never>((_, fail) =>
    setTimeout(() => fail(new Error(`Not all arrived: ${arrived} of ${total * audience.sockets}`)), 20_000).unref(),
  );
  await Promise.race([complete, late]);
  audience.onArrival = () => {};
  return { perSecond: (arrived / (performance.now() - start)) * 1000, times: binned(bins, arrived) };
}

function binned(bins: Uint32Array, count: number): Times {
  const at = (part: number) => {
    let seen = 0;
    for (let bin = 0; bin < BINS; bin++) {
      seen += bins[bin] as number;
      if (seen >= count * part) return (bin + 0.5) * BIN_MS;
    }
    return Number.NaN;
  };
  return { p50: at(0.5), p99: at(0.99) };
}

answer<FanoutQuestion>(async (question) => {
  if (question.kind === 'open') return open(question);
  const audience = audiences.get(question.name);
  if (!audience) throw new Error(`Nobody listens to ${question.name}`);
  return question.kind === 'flood'
    ? flood(audience, question.seconds, question.window)
    : pace(audience, question.seconds, question.perSecond);
});
