// Watches over a running postmaster: if it dies although nobody asked for it (killed by the system, by a person), it is
// started again at the same place, so that the pool finds it. Starting itself is postmaster.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmasterOf, type Running, stopPostmaster } from './postmaster.ts';

/** Ends the watch and the server. */
export type Watch = { stop(): Promise<void> };

const LOOK_EVERY_MS = 500;
/** Waits between attempts; the last one again and again, for a disk may become free after an hour. */
const PAUSES_MS = [0, 1_000, 5_000, 10_000];

/** Settles when the process has ended. The look by hand is for one that was adopted and is not our child. */
function death({ pid, child }: Running, folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => isPostmasterOf(pid, folder) || resolve();
    const timer = child ? null : setInterval(look, LOOK_EVERY_MS).unref();
    child?.once('exit', () => resolve());
    if (child && (child.exitCode !== null || child.signalCode !== null)) resolve();
    signal.addEventListener('abort', () => {
      if (timer) clearInterval(timer);
      resolve();
    });
  });
}

/** Begins the watch over `first`; `start` brings up another one in its place. */
export function watchOver(
  first: Running,
  folder: string,
  start: () => Promise<Running>,
  log: (line: string) => void,
): Watch {
  const ending = new AbortController();
  let running = first;

  async function again(): Promise<void> {
    for (let attempt = 0; !ending.signal.aborted; attempt += 1) {
      const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
      await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        running = await start();
        log('The database runs again.');
        return;
      } catch (error) {
        log((error as Error).message);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await death(running, folder, ending.signal);
      if (ending.signal.aborted) return;
      log('The database ended unexpectedly; it is started again.');
      await again();
    }
  }

  const watching = watch();
  return {
    async stop() {
      ending.abort();
      // A start that is under way is waited for, so that nothing is left behind.
      await watching;
      await stopPostmaster(running.pid, folder);
    },
  };
}
