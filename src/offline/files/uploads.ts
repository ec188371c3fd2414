// Uploads that are under way on this page: how far each is, and the way to call it off. Nothing of it outlives the page.
import { keepPage } from '../device/busy.ts';

const shares = new Map<string, number>();
const controllers = new Map<string, AbortController>();
const listeners = new Set<() => void>();

const say = (id: string, share: number | undefined): void => {
  if (share === undefined) shares.delete(id);
  else shares.set(id, share);
  for (const listener of listeners) listener();
};

/** From 0 to 1, by the file's id in its record. Undefined: it waits, or somebody else sends it. */
export const shareOf = (id: string): number | undefined => shares.get(id);

/** Returns the way to end it. */
export function onShares(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs an upload that `callOff` ends, too. */
export async function follow<T>(
  id: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  controllers.set(id, controller);
  const done = keepPage();
  say(id, 0);
  try {
    const both = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
    return await work(both, (share) => say(id, share));
  } finally {
    controllers.delete(id);
    done();
    say(id, undefined);
  }
}

const waited = new Map<string, string>();

/** The server's id has taken the place of the one in the record. */
export const arrivedAs = (file_id: string, id: string): void => void waited.set(file_id, id);
/** The id that a file of this id had in its record, if this page has sent it. */
export const waitedAs = (file_id: string): string | undefined => waited.get(file_id);

/** Its record is gone. */
export const callOff = (id: string): void =>
  controllers.get(id)?.abort(new DOMException('The upload was called off', 'AbortError'));
