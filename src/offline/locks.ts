// Mutual exclusion between the tabs and the worker of one browser (Web Locks). Where there is none (plain http on a LAN),
// the tab excludes only itself: a write may then be sent twice, which its idempotency key makes harmless.

type Options = { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal };

/** Held by the one tab of this account that leads; its others wait for it, each as long as it may write. `account`: databases.ts. */
export const leaderLock = (account: string): string => `limelight-leader:${account}`;

const chains = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while holding the lock `name`. With `ifAvailable`, `work` gets false instead of waiting when somebody else
 * holds it. Rejects with AbortError if `signal` fires while waiting, or if the lock is stolen.
 */
export async function withLock<T>(
  name: string,
  work: (held: boolean) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {};
  if (locks) return (await locks.request(name, options, (lock) => work(lock !== null))) as T;
  if (options.ifAvailable && chains.has(name)) return work(false);
  const before = chains.get(name) ?? Promise.resolve();
  const turn = before.then(() => {
    options.signal?.throwIfAborted();
    return work(true);
  });
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  chains.set(name, settled);
  void settled.then(() => {
    if (chains.get(name) === settled) chains.delete(name);
  });
  return turn;
}
