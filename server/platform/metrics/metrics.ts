// What this server measures of itself, in Prometheus' words. Nothing in it says who or which company: names of routes, of queues
// and of outcomes are all.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { QUEUES, waitingIn } from './queues.ts';

export interface Metrics {
  /** An answered request. `route`: the template, never the address. */
  request(seen: { method: string; route: string; status: number; seconds: number }): void;
  /** What a commit told, or what was told besides. */
  told(kind: 'events' | 'signals', count: number): void;
  mail(outcome: 'sent' | 'postponed' | 'given_up'): void;
  /** By the outcome's kind. */
  push(outcome: string): void;
  /** All of it as text, and its type. */
  collect(): Promise<{ type: string; text: string }>;
}

interface Sources {
  readonly db: () => Database;
  readonly sockets: () => number;
  /** Told when the queues cannot be counted. */
  readonly onError: (error: unknown) => void;
}

/** Seconds. The last one is past every time limit of a request that is no upload. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** One per app: several apps in a process (tests) do not mix. Until somebody asks for the first time nothing of the process is watched. */
export function createMetrics(sources: Sources): Metrics {
  const register = new Registry();
  const registers = [register];
  const requests = new Histogram({
    name: 'limelight_http_request_duration_seconds',
    help: 'Answered requests by route template, method and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  });
  const told = new Counter({
    name: 'limelight_bus_told_total',
    help: 'Committed events, and signals, that this process has told its listeners',
    labelNames: ['kind'] as const,
    registers,
  });
  const mails = counterOf('limelight_mails_total', 'Mails by what became of an attempt', registers);
  const pushes = counterOf('limelight_pushes_total', 'Pushes by what became of an attempt', registers);
  for (const kind of ['events', 'signals']) told.inc({ kind }, 0);
  gauges(sources, registers);

  let watched = false;
  return {
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    told: (kind, count) => told.inc({ kind }, count),
    mail: (outcome) => mails.inc({ outcome }),
    push: (outcome) => pushes.inc({ outcome }),
    collect: async () => {
      if (!watched) collectDefaultMetrics({ register });
      watched = true;
      return { type: register.contentType, text: await register.metrics() };
    },
  };
}

const counterOf = (name: string, help: string, registers: Registry[]) =>
  new Counter({ name, help, labelNames: ['outcome'] as const, registers });

/** What is looked up at the moment that it is asked for. */
function gauges({ db, sockets, onError }: Sources, registers: Registry[]): void {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[], collect: (of: Gauge<L>) => unknown) =>
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        await collect(this);
      },
    });
  gauge('limelight_sockets_open', 'WebSockets of signed-in people', [], (of) => of.set(sockets()));
  gauge('limelight_database_connections', 'Connections of the pool, and calls that wait for one', ['state'], (of) => {
    for (const [state, count] of Object.entries(db().load())) of.set({ state }, count);
  });
  gauge('limelight_database_up', '1 if the database answers', [], async (of) => of.set((await db().ping()) ? 1 : 0));
  gauge('limelight_queue_waiting', 'Rows that wait in a queue, 10000 at most', ['queue'], async (of) => {
    of.reset();
    try {
      const waiting = await waitingIn(db());
      for (const queue of QUEUES) of.set({ queue }, waiting[queue] ?? 0);
    } catch (error) {
      onError(error);
    }
  });
}
