// The client's real data layer in Node: engine, outbox, socket and query cache, on a fake IndexedDB. What is missing is the page.
import './indexed-db.ts';
import type { Session } from '#contract/auth.ts';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { type Call, createCall } from '#src/api/call.ts';
import { createQueryClient } from '#src/api/query-client.ts';
import { createSender, type Keeper } from '#src/api/sender.ts';
import { createQueryPersister } from '#src/offline/cache/query-persister.ts';
import { type Client, createClient } from '#src/realtime/client.ts';
import type { LiveRegistry } from '#src/realtime/live-query.ts';

export interface LiveClientOptions {
  /** http://127.0.0.1:PORT of the server, or of a proxy before it. */
  readonly url: string;
  readonly session: Session;
  readonly registry: LiveRegistry;
  readonly onSessionOver?: () => void;
  readonly isVisible?: () => boolean;
  /** Keeps what is on its disk apart from the person's other devices. Without it they are tabs of one browser. */
  readonly device?: string;
}

export interface LiveClient extends Client {
  readonly session: () => Session;
  /** As the app calls what does not wait in the outbox. */
  readonly call: Call;
  /** Reducers that failed: must stay empty. */
  readonly broken: { error: unknown; frame: EventFrame }[];
  /** As if the browser were killed: nothing more is written, nothing is said. */
  kill(): Promise<void>;
}

/** Two of them with one session are two tabs of one browser. */
export function startLiveClient(options: LiveClientOptions): LiveClient {
  let { session } = options;
  const keeper: Keeper = {
    read: () => session,
    rotate: (_used, fresh) => {
      session = { ...session, ...fresh };
    },
    replace: (next) => {
      session = next;
    },
  };
  const base = `${options.url}/api`;
  const broken: LiveClient['broken'] = [];
  const persister = createQueryPersister();
  const queryClient = createQueryClient(persister);
  const { send } = createSender({
    base: () => base,
    keeper,
    onReach: (reached) => client.connection.reached(reached),
  });
  const over = () => options.onSessionOver?.();
  const call = createCall(send, { onEvents: (events) => client.receive(events), onSessionOver: over });
  const { employee_id, company_id } = session;
  const client: Client = createClient({
    // Nothing but the names of the databases comes of the company.
    who: { employee_id, company_id: options.device ? `${company_id}@${options.device}` : company_id },
    queryClient,
    persister,
    registry: options.registry,
    call,
    send,
    api: () => base,
    version: 'test',
    isVisible: options.isVisible ?? (() => true),
    onSessionOver: over,
    renewSession: () => undefined,
    onBroken: (error, frame) => broken.push({ error, frame }),
  });
  return {
    ...client,
    session: () => session,
    call,
    broken,
    kill: async () => {
      await client.stop();
      queryClient.clear();
    },
  };
}
