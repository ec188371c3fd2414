// Work that waits in the database and is gone through in rounds: when somebody wakes it, and every so often, for what another server
// has left behind or what has come due. One round at a time; what wakes it in the middle of one begins the next.
import type { FastifyBaseLogger } from 'fastify';

export interface RoundsOptions {
  readonly log: FastifyBaseLogger;
  /** What failed, for the log. */
  readonly what: string;
  /** Milliseconds; `first_ms`: until the first one, which is at once by default. */
  readonly every_ms: number;
  readonly first_ms?: number;
}

export interface Rounds {
  /** After the commit of what is to be done. */
  readonly wake: () => void;
  /** Waits for what is being done; the rest is for the next start. */
  readonly stop: () => Promise<void>;
}

/** After a round that failed, until the next one if it was woken meanwhile: what is broken is not asked over and over. */
const PAUSE_MS = 1_000;

/** From now on. `round` ends early once it is over, and says `true` where the next one shall begin at once. */
export function keepRounds(
  { log, what, every_ms, first_ms = 0 }: RoundsOptions,
  round: (isOver: () => boolean) => Promise<boolean | void>,
): Rounds {
  let ended = false;
  let again = false;
  let running: Promise<void> | undefined;
  let pause: NodeJS.Timeout | undefined;
  const isOver = () => ended;
  const work = async () => {
    do {
      again = false;
      if (await round(isOver)) again = true;
    } while (again && !ended);
  };
  const wake = () => {
    again = true;
    if (ended || running) return;
    clearTimeout(pause);
    running = work().then(
      () => {
        running = undefined;
        // Woken after the last look.
        if (again) wake();
      },
      (error: unknown) => {
        running = undefined;
        log.error({ err: error }, what);
        // Woken since that round began: nobody says it a second time.
        if (again && !ended) pause = setTimeout(wake, PAUSE_MS).unref();
      },
    );
  };
  const first = setTimeout(wake, first_ms);
  const timer = setInterval(wake, every_ms);
  for (const one of [first, timer]) one.unref();
  return {
    wake,
    stop: async () => {
      ended = true;
      clearTimeout(first);
      clearTimeout(pause);
      clearInterval(timer);
      await running;
    },
  };
}
