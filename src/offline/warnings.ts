// What the person must know about this device's storage. Screens read it; only src/offline writes it.
import { proxy } from 'valtio/vanilla';
import { isFull } from './open.ts';

/**
 * `problem`: `full` (no room left), `refused` (private mode, broken or blocked database) or null. While it is set, what is
 * written is kept in memory only and is lost with the tab. `persisted`: the browser promised not to evict us.
 */
export const storage = proxy<{ problem: 'full' | 'refused' | null; persisted: boolean }>({
  problem: null,
  persisted: false,
});

/** Notes that a write did not reach the disk. */
export function warnAbout(error: unknown): void {
  storage.problem = isFull(error) ? 'full' : 'refused';
}

/** Notes that writes reach the disk again. */
export function storageWorks(): void {
  if (storage.problem) storage.problem = null;
}

/** Asks the browser to keep our data when space runs short; to be called once signed in. Never throws. */
export async function askToPersist(): Promise<void> {
  try {
    storage.persisted = (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    storage.persisted = false;
  }
}
