// The way of a push, hop by hop, until this device has shown one. The first hop that fails is the reason why nothing arrives.
import { testPush } from '#contract/notifications/device.ts';
import { errorText } from '#src/api/error-text.ts';
import { app } from '#src/realtime/app.ts';
import { isKnown } from './address.ts';
import { address, askServer, permission, worker } from './pushing.ts';
import { thisDevice } from './this-device.ts';

export const hops = ['Permission', 'Worker', 'Subscription', 'Server', 'Push service', 'Shown'] as const;
export type Hop = (typeof hops)[number];

export interface HopResult {
  readonly hop: Hop;
  readonly ok: boolean;
  /** One sentence. */
  readonly text: string;
}

const TEXTS = { DEVICE_NOT_FOUND: 'The server does not know this device: turn notifications off here, and on again.' };

/** Push services deliver at once; phones that sleep take a little longer. */
const SHOWN_MS = 20_000;

/** Tells each result as it comes and ends with the first that failed. */
export async function* testHops(): AsyncGenerator<HopResult> {
  const shown = listen();
  try {
    for (const [at, run] of [mayShow, hasWorker, isSubscribed, knowsIt, sends(shown), shown.arrives].entries()) {
      const hop = hops[at] as Hop;
      try {
        yield { hop, ok: true, text: await run() };
      } catch (error) {
        return yield { hop, ok: false, text: error instanceof Trouble ? error.message : errorText(error, TEXTS) };
      }
    }
  } finally {
    shown.stop();
  }
}

/** What is wrong, as a sentence for people. */
class Trouble extends Error {}

async function mayShow(): Promise<string> {
  const has = permission();
  if (has === 'granted') return 'The browser may show notifications.';
  throw new Trouble(
    has === 'denied'
      ? 'Notifications are blocked in the browser.'
      : 'The browser has not been allowed to show them yet.',
  );
}

async function hasWorker(): Promise<string> {
  await worker().catch(() => {
    throw new Trouble('The part of the app that receives them is not running. Reload the page.');
  });
  return 'The part of the app that receives them is running.';
}

async function isSubscribed(): Promise<string> {
  const known = await askServer();
  const has = await address(known).catch(() => {
    throw new Trouble('Firebase does not answer, so there is no telling. Switch notifications off and on again.');
  });
  if (has?.transport === 'fcm') return 'The browser has an address for them, by Firebase.';
  if (has) return 'The browser has an address for them.';
  throw new Trouble('The browser has no address for them. Switch notifications off and on again.');
}

async function knowsIt(): Promise<string> {
  const known = await askServer();
  if (known.device?.lost_at)
    throw new Trouble('The push service has given the address up. Switch notifications off and on again.');
  const has = await address(known);
  if (has && isKnown(has, known)) return 'The server knows this device.';
  throw new Trouble('The server knows another address. Switch notifications off and on again.');
}

const sends = (shown: Shown) => async (): Promise<string> => {
  const { tag, accepted, status, reason } = await app.call(testPush, { device_id: thisDevice().device_id });
  shown.expect(tag);
  if (accepted) {
    const by = (await askServer()).device?.transport === 'fcm' ? 'Firebase' : 'The push service';
    return `${by} has accepted a test.`;
  }
  const why = reason ? ` (${reason})` : '';
  throw new Trouble(status === null ? `It could not be reached${why}.` : `It answered ${status}${why}.`);
};

interface Shown {
  expect(tag: string): void;
  arrives(): Promise<string>;
  stop(): void;
}

/** The worker says which ones it has shown; it may be quicker than the server's answer. */
function listen(): Shown {
  const tags = new Set<string>();
  let wanted: string | undefined;
  let found: (() => void) | undefined;
  const look = () => {
    if (wanted !== undefined && tags.has(wanted)) found?.();
  };
  const hear = ({ data }: MessageEvent<{ type?: unknown; tag?: unknown } | null>) => {
    if (data?.type === 'shown' && typeof data.tag === 'string') tags.add(data.tag);
    look();
  };
  navigator.serviceWorker?.addEventListener('message', hear);
  return {
    expect: (tag) => {
      wanted = tag;
    },
    arrives: async () => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((done, fail) => {
        found = done;
        timer = setTimeout(
          () => fail(new Trouble('It has not arrived. The device may be offline or save power.')),
          SHOWN_MS,
        );
        look();
      });
      clearTimeout(timer);
      return 'This device has shown it.';
    },
    stop: () => navigator.serviceWorker?.removeEventListener('message', hear),
  };
}
