// A model of the server for outbox tests: it keeps its promise about idempotency keys and is otherwise as unpleasant as wished.
// And an outbox to try it with, on a fake IndexedDB whose disk can be full.
import './indexed-db.ts';
import * as v from 'valibot';
import { type EventFrame, endpoint } from '#contract/kernel/endpoint.ts';
import { NetworkError, SessionOver } from '#src/api/errors.ts';
import type { Answer, Wire } from '#src/api/request.ts';
import type { Sender } from '#src/api/sender.ts';
import { accountOf } from '#src/offline/databases.ts';
import { createOutbox, type Outbox } from '#src/offline/outbox/outbox.ts';
import { type OutboxStore, openOutbox, type Rescue } from '#src/offline/outbox/store.ts';

export const say = endpoint({
  name: 'test.say.new',
  method: 'POST',
  path: '/test/say/new',
  access: 'session',
  rate: 'message',
  queue: true,
  input: v.strictObject({ scope: v.string(), text: v.string() }),
  output: v.null(),
});

export type Mood = 'well' | 'away' | 'answer lost' | 'failing' | 'throttling' | 'refusing' | 'a hotel' | 'over';

export class ModelServer {
  mood: Mood = 'well';
  readonly stored: { scope: string; text: string; key: string }[] = [];
  readonly answers = new Map<string, { body: string; frames: EventFrame[] }>();
  /** Every attempt that reached the server. */
  attempts = 0;
  atOnce = 0;
  mostAtOnce = 0;
  slow = false;

  send: Sender = async (wire, options) => {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    await new Promise((done) => (this.slow ? setTimeout(done, 5) : setImmediate(done)));
    this.atOnce--;
    options?.signal?.throwIfAborted();
    return this.answer(wire);
  };
  private answer(wire: Wire): Answer {
    const { mood } = this;
    if (mood === 'away' || mood === 'a hotel') throw new NetworkError();
    this.attempts++;
    if (mood === 'over') throw new SessionOver();
    if (mood === 'failing') return refusal(503, 'SERVICE_UNAVAILABLE');
    if (mood === 'throttling') return refusal(429, 'TOO_MANY_REQUESTS', 0.005);
    if (mood === 'refusing') return refusal(404, 'SPACE_NOT_FOUND');
    const key = wire.key as string;
    const known = this.answers.get(key);
    if (known && known.body !== wire.body) return refusal(400, 'INVALID_REQUEST');
    const frames = known?.frames ?? this.store(JSON.parse(wire.body as string), key);
    this.answers.set(key, { body: wire.body as string, frames });
    if (mood === 'answer lost') throw new NetworkError();
    return success({ events: frames });
  }
  private store({ scope, text }: { scope: string; text: string }, key: string): EventFrame[] {
    this.stored.push({ scope, text, key });
    return [{ topic: `conversation:${scope}`, revision: this.stored.length, name: 'said', payload: text }];
  }
  textsIn = (scope: string) => this.stored.filter((one) => one.scope === scope).map((one) => one.text);
}

const answer = (status: number, envelope: Answer['envelope'], retryAfter?: number): Answer => ({
  status,
  envelope,
  text: '',
  etag: null,
  retryAfter,
  fresh: {},
});
const success = (data: unknown) => answer(200, { status: 'success', data });
export const refusal = (status: number, error_code: string, retryAfter?: number) =>
  answer(status, { status: 'error', error_code, message: '' }, retryAfter);

/** A disk that is full: every write fails as Chromium's does, with the transaction's error. */
export const disk = { full: false };
const { add, put } = IDBObjectStore.prototype;
for (const [name, real] of [
  ['add', add],
  ['put', put],
] as const) {
  IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: [unknown, IDBValidKey?]) {
    if (disk.full) throw new DOMException('No room', 'QuotaExceededError');
    return real.apply(this, given);
  };
}

const open: Outbox[] = [];

/** To be called after each test. */
export async function stopAll(): Promise<void> {
  disk.full = false;
  await Promise.all(open.splice(0).map((outbox) => outbox.stop()));
}
export interface Opened {
  outbox: Outbox;
  store: OutboxStore;
  acked: EventFrame[];
  troubles: unknown[];
}
export function start(server: ModelServer, account: string, isLeader = true, rescue?: Rescue): Opened {
  const acked: EventFrame[] = [];
  const troubles: unknown[] = [];
  const store = openOutbox(account, { onTrouble: (error) => troubles.push(error), ...(rescue && { rescue }) });
  const outbox = createOutbox({
    account,
    version: 'test',
    store,
    send: server.send,
    isLeader: () => isLeader,
    onStored: () => undefined,
    onAcked: (frames) => acked.push(...frames),
    onDrained: () => undefined,
    bring: async () => null,
    onFilesGone: async () => undefined,
  });
  open.push(outbox);
  return { outbox, store, acked, troubles };
}
/** Nobody else's: files that follow each other share the databases, and this module may begin anew between them. */
export const newAccount = () => accountOf({ company_id: 'company', employee_id: crypto.randomUUID() });
export const write = (
  scope: string,
  text: string,
  id = crypto.randomUUID(),
  more: { target?: string; replaces?: string } = {},
) =>
  ({
    endpoint: say,
    input: { scope, text },
    id,
    scope,
    predicted: [{ name: 'said', payload: text }],
    ...more,
  }) as const;
export const states = ({ outbox }: Opened) => outbox.state.items.map(({ state }) => state);
