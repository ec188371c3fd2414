// Passes error reports on to a collector that speaks Sentry's envelope protocol. Its address is a setting of whoever runs the server.
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
}

const PATIENCE_MS = 5_000;
const AT_ONCE = 4;
/** Who is told to slow down without being told for how long. */
const SLOWER_S = 60;

export interface Sentry {
  /** False if the collector did not take it, or is not asked now. Never rejects. */
  send(report: Reported): Promise<boolean>;
}

export function createSentry({ envelopes, key }: SentryConfig): Sentry {
  let running = 0;
  let quietUntil = 0;
  const post = async (report: Reported): Promise<boolean> => {
    const answer = await fetch(envelopes, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=limelight/1, sentry_key=${key}`,
      },
      body: envelopeOf(report),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get('retry-after')) || SLOWER_S;
      quietUntil = Date.now() + Math.min(seconds, 3_600) * 1_000;
    }
    return answer.ok;
  };
  return {
    send: async (report) => {
      if (running >= AT_ONCE || Date.now() < quietUntil) return false;
      running++;
      try {
        return await post(report);
      } catch {
        return false;
      } finally {
        running--;
      }
    },
  };
}

/** Three lines: of the envelope, of the item, and the event itself. */
function envelopeOf({ fingerprint, kind, type, message, app_version, route, frames }: Reported): string {
  const event_id = randomUUID().replaceAll('-', '');
  const now = new Date();
  const event = JSON.stringify({
    event_id,
    timestamp: now.getTime() / 1000,
    platform: 'javascript',
    level: 'error',
    release: `limelight@${app_version}`,
    transaction: route,
    fingerprint: [fingerprint],
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
  const item = JSON.stringify({ type: 'event', content_type: 'application/json', length: Buffer.byteLength(event) });
  return `${JSON.stringify({ event_id, sent_at: now.toISOString() })}\n${item}\n${event}\n`;
}
