// The rule of topics against a model of the server: whatever is doubled, dropped, reordered, reset or refused on the way, the
// data ends equal to a fresh read (P9).
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventFrame, Topic } from '#contract/kernel/endpoint.ts';
import type { TopicAnswer } from './asker.ts';
import { createEngine, type Engine, type Holder } from './engine.ts';
import type { LiveQuery } from './live-query.ts';

const context = { self: 'me' };
const topicOf = (n: number) => `conversation:${n}` as Topic;

/** A topic's data is the list of what was said in it; a query follows several. */
type Data = Readonly<Record<string, { readonly revision: number; readonly said: readonly number[] }>>;

const query: LiveQuery<Data> = {
  prefix: ['test'],
  fetch: () => Promise.reject(new Error('The model reads by itself')),
  topics: (data) => Object.entries(data).map(([topic, { revision }]) => [topic, revision]),
  reduce: (data, { topic, revision, name, payload }) => {
    const said = data[topic]?.said ?? [];
    const next = { ...data, [topic]: { revision, said: [...said, payload as number] } };
    if (name !== 'opened') return next;
    // Opens another topic, as old as this event.
    const { opens, at } = payload as { opens: string; at: Data[string] };
    return { ...next, [topic]: { revision, said }, [opens]: at };
  },
  gone: (data, topic) => Object.fromEntries(Object.entries(data).filter(([other]) => other !== topic)),
};

class Server {
  readonly logs = new Map<string, EventFrame[]>();
  readonly hidden = new Set<string>();
  emit(topic: Topic, payload: unknown, name = 'said'): EventFrame {
    const log = this.logs.get(topic) ?? [];
    this.logs.set(topic, log);
    const frame = { topic, revision: log.length + 1, name, payload };
    log.push(frame);
    return frame;
  }
  read(topics: readonly string[]): Data {
    let data: Data = {};
    for (const topic of topics) {
      if (this.hidden.has(topic)) continue;
      data = { ...data, [topic]: { revision: 0, said: [] } };
      for (const frame of this.logs.get(topic) ?? []) {
        data = query.reduce(data, { ...frame, name: 'said' }, context, []);
      }
    }
    return data;
  }
  /** At most `most` events of a topic; more is `reset`. */
  sync(held: Readonly<Record<string, number>>, most: number): TopicAnswer[] {
    return Object.entries(held).map(([topic, revision]) => {
      const log = this.logs.get(topic) ?? [];
      const events = log.slice(revision);
      if (this.hidden.has(topic)) return { topic, status: 'gone', revision: 0, events: [] };
      if (events.length > most || revision > log.length)
        return { topic, status: 'reset', revision: log.length, events: [] };
      return { topic, status: 'ok', revision: log.length, events };
    });
  }
}

class Client {
  readonly data = new Map<string, Data>();
  readonly topics = new Map<string, readonly string[]>();
  readonly engine: Engine;
  readonly server: Server;
  readonly errors: unknown[] = [];
  effects: string[] = [];
  resets: string[] = [];
  fails = false;
  /** Reading anew fails; asking does not. */
  blind = false;
  most = 5;
  syncs: Record<string, number>[] = [];
  constructor(server: Server) {
    this.server = server;
    this.engine = createEngine({
      context,
      cache: {
        holders: () => this.holders(),
        set: (id, data) => void this.data.set(id, data as Data),
        refetch: (id) => void Promise.resolve().then(() => !this.fails && !this.blind && this.read(id)),
        drop: (id) => void this.data.delete(id),
        peek: ([id]) => this.data.get(String(id)),
      },
      sync: async (held) => {
        this.syncs.push({ ...held });
        await Promise.resolve();
        if (this.fails) throw new Error('No network');
        return this.server.sync(held, this.most);
      },
      effects: [{ event: 'said', run: () => undefined }],
      onReset: (topic) => this.resets.push(topic),
      perform: (_effect, frame) => this.effects.push(`${frame.topic}@${frame.revision}`),
      onBroken: (error) => this.errors.push(error),
    });
  }
  *holders(): Iterable<Holder> {
    for (const [id, data] of this.data) yield { id, query: query as LiveQuery, key: [id], data };
  }
  read(id: string, topics = this.topics.get(id) ?? []): void {
    this.topics.set(id, topics);
    this.data.set(id, this.server.read(topics));
    this.engine.check(id, false);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('one client', () => {
  const start = () => {
    const server = new Server();
    const client = new Client(server);
    client.read('a', [topicOf(1)]);
    return { server, client };
  };
  const said = (client: Client) => client.data.get('a')?.[topicOf(1)]?.said;

  test('applies what is next, ignores what is old, asks for nothing', async () => {
    const { server, client } = start();
    const first = server.emit(topicOf(1), 1);
    client.engine.receive([first]);
    client.engine.receive([first, server.emit(topicOf(1), 2)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said(client)).toEqual([1, 2]);
    expect(client.syncs).toEqual([]);
    expect(client.effects).toEqual(['conversation:1@1', 'conversation:1@2']);
  });

  test('a gap that fills within 100 ms is not asked about; one that does not is asked from the lowest revision', async () => {
    const { server, client } = start();
    const [one, two, three, four] = [1, 2, 3, 4].map((n) => server.emit(topicOf(1), n)) as [
      EventFrame,
      ...EventFrame[],
    ];
    client.engine.receive([two as EventFrame]);
    await vi.advanceTimersByTimeAsync(50);
    client.engine.receive([one]);
    await vi.advanceTimersByTimeAsync(500);
    expect(said(client)).toEqual([1, 2]);
    expect(client.syncs).toEqual([]);
    client.engine.receive([four as EventFrame]);
    await vi.advanceTimersByTimeAsync(99);
    expect(client.syncs).toEqual([]);
    await vi.advanceTimersByTimeAsync(10);
    expect(client.syncs).toEqual([{ 'conversation:1': 2 }]);
    expect(said(client)).toEqual([1, 2, 3, 4]);
    client.engine.receive([three as EventFrame]);
    expect(said(client)).toEqual([1, 2, 3, 4]);
  });

  test('a page that was read before a frame that was heard is noticed', async () => {
    const { server, client } = start();
    const old = server.read([topicOf(1), topicOf(2)]);
    client.engine.receive([server.emit(topicOf(2), 7)]);
    client.data.set('b', old);
    client.engine.check('b', false);
    await vi.advanceTimersByTimeAsync(200);
    expect(client.data.get('b')?.[topicOf(2)]?.said).toEqual([7]);
  });

  test('two queries of one topic at different revisions both arrive', async () => {
    const { server, client } = start();
    server.emit(topicOf(1), 1);
    client.read('b', [topicOf(1)]);
    client.engine.receive([server.emit(topicOf(1), 2)]);
    expect(client.data.get('b')?.[topicOf(1)]?.said).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(200);
    expect(said(client)).toEqual([1, 2]);
  });

  test('gone, but let in again before the answer came: what was just given stays', async () => {
    const server = new Server();
    const client = new Client(server);
    const [mine, talk] = ['employee:me' as Topic, topicOf(1)];
    server.emit(talk, 1);
    client.read('a', [mine, talk]);
    server.hidden.add(talk);
    const answers = server.sync.bind(server);
    server.sync = (held, most) => {
      const answer = answers(held, most);
      if (server.hidden.delete(talk))
        client.engine.receive([server.emit(mine, { opens: talk, at: client.data.get('a')?.[talk] }, 'opened')]);
      return answer;
    };
    await client.engine.syncAll();
    await vi.runAllTimersAsync();
    expect(client.data.get('a')?.[talk]).toEqual(server.read([talk])[talk]);
    server.hidden.add(talk);
    server.sync = answers;
    await client.engine.syncAll();
    expect(client.data.get('a')).not.toHaveProperty(talk);
    // The same if that was heard of already, but waits for what comes before it: which the answer brings.
    const missed = server.emit(mine, 0);
    const answer = answers({ [mine]: 1, [talk]: 1 }, 5);
    server.hidden.delete(talk);
    client.data.set('a', { ...client.data.get('a'), [talk]: server.read([talk])[talk] as Data[string] });
    client.engine.receive([server.emit(mine, { opens: talk, at: client.data.get('a')?.[talk] }, 'opened')]);
    server.sync = () => {
      server.sync = answers;
      return answer;
    };
    await client.engine.syncAll();
    expect(client.data.get('a')?.[mine]?.revision).toBe(missed.revision + 1);
    expect(client.data.get('a')?.[talk]).toEqual(server.read([talk])[talk]);
  });

  test('what is not told in full is held once everything was asked for', async () => {
    const { server, client } = start();
    client.engine.receive([server.emit(topicOf(1), 1)]);
    expect(client.engine.standing([], 0)).toBe('held');
    client.fails = true;
    await client.engine.syncAll();
    expect(client.engine.standing([], 0, false)).toBe('unknown');
    client.fails = false;
    await client.engine.syncAll();
    expect(client.engine.standing([], 0, false)).toBe('held');
  });

  test('too far behind: read anew; no longer to be seen: gone', async () => {
    const { server, client } = start();
    for (let n = 0; n < 9; n++) server.emit(topicOf(1), n);
    await client.engine.syncAll();
    await vi.advanceTimersByTimeAsync(1);
    expect(said(client)).toHaveLength(9);
    // What should have followed from the nine is for whoever is told of this.
    expect([client.effects, client.resets]).toEqual([[], [topicOf(1)]]);
    server.hidden.add(topicOf(1));
    await client.engine.syncAll();
    expect(client.data.get('a')).toEqual({});
  });

  test('the server was set back: what was heard before is forgotten', async () => {
    const { server, client } = start();
    for (let n = 0; n < 3; n++) client.engine.receive([server.emit(topicOf(1), n)]);
    server.logs.set(topicOf(1), server.logs.get(topicOf(1))?.slice(0, 1) ?? []);
    await client.engine.syncAll();
    await vi.advanceTimersByTimeAsync(500);
    expect(said(client)).toEqual([0]);
    client.engine.receive([server.emit(topicOf(1), 8)]);
    expect(said(client)).toEqual([0, 8]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(client.syncs).toHaveLength(1);
  });

  test('data that may be older than what the socket told since is asked about, though nothing was heard', async () => {
    const { server, client } = start();
    const old = server.read([topicOf(1)]);
    server.emit(topicOf(1), 5);
    client.data.set('a', old);
    client.engine.check('a', true);
    await vi.advanceTimersByTimeAsync(200);
    expect(said(client)).toEqual([5]);
  });

  test('answers that do not help are not asked for for ever: the data is read anew', async () => {
    const { server, client } = start();
    server.sync = (held) =>
      Object.keys(held).map((topic) => ({
        topic,
        status: 'ok',
        revision: server.logs.get(topic)?.length ?? 0,
        events: [],
      }));
    server.emit(topicOf(1), 1);
    await client.engine.syncAll();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said(client)).toEqual([1]);
    expect(client.syncs.length).toBeLessThan(5);
  });

  test('while data is being read anew, its old revision is not asked about', async () => {
    const { server, client } = start();
    for (let n = 0; n < 9; n++) server.emit(topicOf(1), n);
    client.blind = true;
    await client.engine.syncAll();
    client.syncs = [];
    client.engine.receive([server.emit(topicOf(1), 9), server.emit(topicOf(1), 10)]);
    client.engine.receive([server.emit(topicOf(1), 12)]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.syncs).toEqual([]);
    client.read('a');
    expect(said(client)).toHaveLength(12);
  });

  test('a topic that comes in with an old event is brought up to date', async () => {
    const { server, client } = start();
    const opens = topicOf(2);
    server.emit(opens, 1);
    const opened = server.emit(topicOf(1), { opens, at: server.read([opens])[opens] }, 'opened');
    server.emit(opens, 2);
    client.engine.receive([opened]);
    await vi.advanceTimersByTimeAsync(200);
    expect(client.data.get('a')?.[opens]?.said).toEqual([1, 2]);
  });

  test('a reducer that throws costs a fresh read', async () => {
    const { server, client } = start();
    server.emit(topicOf(1), 1);
    client.engine.receive([{ topic: topicOf(1), revision: 1, name: 'opened', payload: null }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.errors).toHaveLength(1);
    expect(said(client)).toEqual([1]);
  });

  test('a question that fails is asked again, with growing pauses', async () => {
    const { server, client } = start();
    server.emit(topicOf(1), 1);
    client.fails = true;
    expect([await client.engine.syncAll(), client.engine.isCurrent('a')]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.syncs.length).toBeGreaterThan(1);
    expect(client.syncs.length).toBeLessThan(5);
    client.fails = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(said(client)).toEqual([1]);
    expect(client.engine.isCurrent('a')).toBe(true);
  });

  test('an older page is merged at one revision, whichever side is behind', async () => {
    const { server, client } = start();
    for (const [pageFirst, n] of [[true, 1] as const, [false, 2] as const]) {
      const early = server.read([topicOf(1)]);
      const frame = server.emit(topicOf(1), n);
      if (pageFirst) client.engine.receive([frame]);
      const page = pageFirst ? early : server.read([topicOf(1)]);
      let merged: [Data, Data] | undefined;
      await client.engine.extend<Data>('a', page, (held, other) => {
        merged = [held, other];
        return held;
      });
      expect(merged?.[0]).toEqual(server.read([topicOf(1)]));
      expect(merged?.[1]).toEqual(merged?.[0]);
    }
  });
});

describe.each([
  ['one undisturbed sync', true],
  ['hearing the latest frame of each topic', false],
])('P9: after any faults, %s', (_how, bySync) => {
  test('makes the data equal to a fresh read', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), topic: fc.nat(3) }) },
      { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), at: fc.nat(30) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), at: fc.nat(30) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('double' as const), at: fc.nat(30) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('read' as const),
          id: fc.nat(2),
          topics: fc.array(fc.nat(3), { minLength: 1 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('stale' as const), id: fc.nat(2) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(300) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('network' as const), fails: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const server = new Server();
        const client = new Client(server);
        const wire: EventFrame[] = [];
        let early: Data | undefined;
        for (const [n, s] of steps.entries()) {
          if (s.do === 'say') wire.push(server.emit(topicOf(s.topic), n));
          else if (s.do === 'deliver') client.engine.receive(wire.splice(s.at % (wire.length || 1), 1 + (s.at % 3)));
          else if (s.do === 'lose') wire.splice(s.at % (wire.length || 1), 1);
          else if (s.do === 'double' && wire.length) client.engine.receive([wire[s.at % wire.length] as EventFrame]);
          else if (s.do === 'read') {
            early = server.read(s.topics.map(topicOf));
            client.read(`q${s.id}`, s.topics.map(topicOf));
          } else if (s.do === 'stale' && early && client.data.has(`q${s.id}`)) {
            client.topics.set(`q${s.id}`, Object.keys(early));
            client.data.set(`q${s.id}`, early);
            client.engine.check(`q${s.id}`, bySync);
          } else if (s.do === 'wait') await vi.advanceTimersByTimeAsync(s.ms);
          else if (s.do === 'network') client.fails = s.fails;
          else if (s.do === 'sync') void client.engine.syncAll();
        }
        client.fails = false;
        // Whatever is under way ends first; then the socket is ready again and everything is asked for once.
        await vi.advanceTimersByTimeAsync(1);
        if (bySync) await client.engine.syncAll();
        else for (const log of server.logs.values()) client.engine.receive(log.slice(-1));
        await vi.advanceTimersByTimeAsync(bySync ? 1 : 120_000);
        for (const [id, topics] of client.topics) expect(client.data.get(id)).toEqual(server.read(topics));
        expect(client.errors).toEqual([]);
        client.engine.stop();
      }),
      { numRuns: 300 },
    );
  });
});
