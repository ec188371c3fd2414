// Web Locks of one browser, whose holders can be killed: then everything they hold or wait for is free.

type Options = { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal };
type Work = (lock: { name: string } | null) => Promise<unknown>;

interface Request {
  readonly owner: object;
  readonly begin: () => Promise<void>;
  readonly refuse: (error: unknown) => void;
}

export interface Locks {
  request(owner: object, name: string, options: Options, work: Work): Promise<unknown>;
  /** Of an owner that is no more. */
  release(owner: object): void;
}

export function createLocks(): Locks {
  const held = new Map<string, Request>();
  const waiting = new Map<string, Request[]>();
  const gone = new WeakSet<object>();
  const next = (name: string) => {
    if (held.has(name)) return;
    const first = waiting.get(name)?.shift();
    if (!first) return;
    held.set(name, first);
    void first.begin();
  };
  const leave = (name: string, request: Request) => {
    if (held.get(name) === request) held.delete(name);
    waiting.set(
      name,
      (waiting.get(name) ?? []).filter((one) => one !== request),
    );
    next(name);
  };
  return {
    request: (owner, name, { ifAvailable, steal, signal }, work) => {
      if (gone.has(owner)) return new Promise(() => undefined);
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (ifAvailable && held.has(name)) return work(null);
      return new Promise((done, fail) => {
        const request: Request = {
          owner,
          begin: async () => {
            try {
              done(await work({ name }));
            } catch (error) {
              fail(error);
            } finally {
              leave(name, request);
            }
          },
          refuse: fail,
        };
        const robbed = steal ? held.get(name) : undefined;
        if (robbed) {
          held.delete(name);
          robbed.refuse(new DOMException('Stolen', 'AbortError'));
        }
        signal?.addEventListener('abort', () => {
          if (held.get(name) === request) return;
          leave(name, request);
          fail(signal.reason);
        });
        const queue = waiting.get(name) ?? [];
        waiting.set(name, steal ? [request, ...queue] : [...queue, request]);
        // As in browsers: never in the same turn.
        setImmediate(() => next(name));
      });
    },
    release: (owner) => {
      gone.add(owner);
      for (const [name, queue] of waiting)
        waiting.set(
          name,
          queue.filter((one) => one.owner !== owner),
        );
      for (const [name, one] of held) if (one.owner === owner) leave(name, one);
    },
  };
}
