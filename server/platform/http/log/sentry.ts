// Passes error reports and replays on to a collector that speaks Sentry's envelope protocol. Its address is a setting of whoever runs the server.
import { randomUUID } from 'node:crypto';

/** Of a DSN: `https://KEY@host/path/PROJECT`. */
export interface SentryConfig {
  /** Where envelopes are posted. */
  readonly envelopes: string;
  readonly key: string;
}

export interface Reported {
  readonly fingerprint: string;
  readonly kind: string;
  readonly type: string;
  readonly message: string;
  readonly app_version: string;
  readonly route: string;
  /** Innermost first. */
  readonly frames: readonly { function: string; filename: string; lineno: number; colno: number }[];
  readonly recorded?: { readonly event: string; readonly replay: string } | undefined;
}

/** One segment of a replay, clean. */
export interface Segment {
  readonly replay_id: string;
  readonly event: object;
  /** Two lines of JSON. */
  readonly recording: string;
}

const PATIENCE_MS = 5_000;
const AT_ONCE = 4;
/** Beside those: errors are not to wait behind what is a thousand times as large. */
const REPLAYS_AT_ONCE = 4;
const BUSY_S = 5;
/** Who is told to slow down without being told for how long. */
const SLOWER_S = 60;
const SLOWEST_S = 3_600;

/** What a collector counts by itself: of which there is too much says nothing about the other. */
type Kind = 'error' | 'replay';

export interface Sentry {
  /** False if the collector did not take it, or is not asked now. Never rejects. */
  send(report: Reported): Promise<boolean>;
  /** Begins to send it and says 0; or says after how many seconds there may be room. */
  pass(segment: Segment): number;
}

export function createSentry({ envelopes, key }: SentryConfig): Sentry {
  let running = 0;
  let passing = 0;
  const quietUntil = { error: 0, replay: 0 };
  const post = async (body: string, kind: Kind): Promise<boolean> => {
    try {
      const answer = await fetch(envelopes, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=limelight/1, sentry_key=${key}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await answer.body?.cancel();
      const quiet = quietOf(answer, kind);
      for (const each of ['error', 'replay'] as const)
        quietUntil[each] = Math.max(quietUntil[each], Date.now() + quiet[each] * 1_000);
      return answer.ok;
    } catch {
      return false;
    }
  };
  return {
    send: async (report) => {
      if (running >= AT_ONCE || Date.now() < quietUntil.error) return false;
      running++;
      try {
        return await post(ofReport(report), 'error');
      } finally {
        running--;
      }
    },
    pass: (segment) => {
      const wait = Math.ceil((quietUntil.replay - Date.now()) / 1_000);
      if (wait > 0) return wait;
      if (passing >= REPLAYS_AT_ONCE) return BUSY_S;
      passing++;
      void post(ofSegment(segment), 'replay').finally(() => passing--);
      return 0;
    },
  };
}

/** For how many seconds nothing of either kind is wanted. A collector that has quotas says so also with what it takes. */
function quietOf({ status, headers }: Response, sent: Kind): Record<Kind, number> {
  const quiet = { error: 0, replay: 0 };
  const told = headers.get('x-sentry-rate-limits');
  // `60:replay;attachment:organization, 2700::organization`: seconds, of what (nothing: of all), and for whom.
  for (const limit of told?.split(',') ?? []) {
    const [seconds = '', categories = ''] = limit.trim().split(':');
    const named = categories.split(';').filter(Boolean);
    for (const [kind, names] of Object.entries(CATEGORIES) as [Kind, readonly string[]][])
      if (!named.length || named.some((one) => names.includes(one)))
        quiet[kind] = Math.max(quiet[kind], secondsOf(seconds));
  }
  if (status === 429 && told === null) quiet[sent] = secondsOf(headers.get('retry-after') ?? '');
  return quiet;
}

/** As the protocol names them. */
const CATEGORIES = { error: ['error', 'default'], replay: ['replay'] } as const satisfies Record<
  Kind,
  readonly string[]
>;

const secondsOf = (text: string): number => Math.min(Math.max(Math.ceil(Number(text)), 0) || SLOWER_S, SLOWEST_S);

/** A line of the envelope; then of each item its head and itself. */
function envelopeOf(event_id: string, items: readonly (readonly [head: object, content: string])[]): string {
  const lines = items.flatMap(([head, content]) => [
    JSON.stringify({ ...head, length: Buffer.byteLength(content) }),
    content,
  ]);
  return `${[JSON.stringify({ event_id, sent_at: new Date().toISOString() }), ...lines].join('\n')}\n`;
}

const ofSegment = ({ replay_id, event, recording }: Segment): string =>
  envelopeOf(replay_id, [
    [{ type: 'replay_event' }, JSON.stringify(event)],
    [{ type: 'replay_recording' }, recording],
  ]);

function ofReport({ fingerprint, kind, type, message, app_version, route, frames, recorded }: Reported): string {
  const event_id = recorded?.event ?? randomUUID().replaceAll('-', '');
  const replay_id = recorded?.replay;
  const event = JSON.stringify({
    event_id,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release: `limelight@${app_version}`,
    transaction: route,
    fingerprint: [fingerprint],
    // Collectors look in either place.
    ...(replay_id && { tags: { replayId: replay_id }, contexts: { replay: { replay_id } } }),
    exception: {
      values: [
        {
          type,
          value: message,
          mechanism: { type: kind, handled: kind === 'console' },
          // The collector wants the outermost first.
          stacktrace: { frames: frames.map((frame) => ({ ...frame, in_app: true })).reverse() },
        },
      ],
    },
  });
  return envelopeOf(event_id, [[{ type: 'event', content_type: 'application/json' }, event]]);
}
