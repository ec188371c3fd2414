// What becomes of an envelope that a page sends: of a replay a segment, written anew without anything of anybody, goes to the collector.
import type { Context } from '../../../../platform/feature.ts';
import { AppError, invalid } from '../../../../platform/http/errors.ts';
import type { Segment, Sentry } from '../../../../platform/http/log/sentry.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { recordingOf, replayEventOf } from './segment.ts';

/** By this the page's client names us. The collector's own address and key are no page's business. */
const DSN = 'https://page@limelight.invalid/1';

/** Per person. A page that is being recorded sends a segment each five seconds, while something happens in it. */
const SEGMENTS = 400;
const PER_S = 600;

export function createTunnel({ limits }: Pick<Context, 'limits'>, sentry: Sentry | undefined) {
  const count = limits.create('error-tunnel', SEGMENTS, PER_S);
  return {
    dsn: sentry ? DSN : null,
    /** Whether anything of it is for the collector. Throws TUNNEL_CLOSED, INVALID_REQUEST, TOO_MANY_REQUESTS. */
    take: async (who: string, text: string): Promise<boolean> => {
      if (!sentry) throw new AppError('TUNNEL_CLOSED');
      await count(who);
      const segment = await segmentIn(text);
      if (!segment) return false;
      const wait = sentry.pass(segment);
      if (wait) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: wait });
      return true;
    },
  };
}

/** The segment of a replay; null if it carries something else, which nobody wants. */
async function segmentIn(text: string): Promise<Segment | null> {
  try {
    const envelope = readEnvelope(text);
    if (envelope.dsn !== DSN) throw new SyntaxError('For another tunnel');
    const [event, recording] = [contentOf(envelope, 'replay_event'), contentOf(envelope, 'replay_recording')];
    if (event === undefined || recording === undefined) return null;
    const clean = replayEventOf(event);
    return { replay_id: clean.replay_id, event: clean, recording: await recordingOf(recording, clean.segment_id) };
  } catch (error) {
    // What is nested too deep, too: it is a RangeError.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    // What it quotes of its input is nobody's business.
    throw invalid([{ path: 'envelope', message: 'Not an envelope of a replay' }]);
  }
}

const contentOf = ({ items }: Envelope, wanted: string): string | undefined =>
  items.find(({ type }) => type === wanted)?.content;
