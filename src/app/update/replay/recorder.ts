// The collector's own client, which records what the page looks like and sends it once an error was reported. All of it that there is,
// in a file of its own: loaded only where the server has a collector. What it says goes to our server, which writes it anew.
import { BrowserClient, createTransport, type Event, getCurrentScope, replayIntegration } from '@sentry/browser';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { REPLAY_SAMPLE_RATES, type reportError } from '#contract/system/error-report.ts';
import { ENVELOPE_MOST, sendEnvelope } from '#contract/system/tunnel.ts';
import { ApiError, isPassing } from '#src/api/errors.ts';
import { routeOf } from '../report-errors.ts';

/** The ids by which a collector ties an error to its replay. */
export type Recorded = NonNullable<RequestOf<typeof reportError>['recorded']>;

interface RecorderOptions {
  readonly dsn: string;
  readonly version: string;
  /** Rejects with what the server answers. */
  readonly send: (envelope: string) => Promise<{ readonly taken: boolean }>;
}

export interface Recorder {
  /** For an error of now. */
  ids(): Recorded | undefined;
  /** The collector has it. */
  reported(recorded: Recorded): void;
  /** At once and for good: nothing more is sent. */
  stop(): void;
}

/** Words and ids that are no text of the page. The server leaves them out altogether. */
const MASKED = `title placeholder aria-label aria-description aria-labelledby aria-describedby aria-controls aria-owns aria-valuetext
  aria-placeholder aria-activedescendant aria-roledescription alt href src srcset id for name value label content download action cite
  datetime data-id data-value data-label data-tip data-placeholder data-message data-sub-space data-thread data-day`;

const LONGEST_WAIT_S = 120;

/** Once a page: it records from now on, and keeps the last minute. */
export function startRecorder({ dsn, version, send }: RecorderOptions): Recorder {
  let stopped = false;
  let flushing: Promise<void> | undefined;
  const replay = masking();
  const client = new BrowserClient({
    dsn,
    tunnel: API_BASE + sendEnvelope.path,
    release: `limelight@${version}`,
    // Errors are told by report-errors.ts: only the replay is this client's.
    integrations: [replay],
    stackParser: () => [],
    sendClientReports: false,
    replaysSessionSampleRate: REPLAY_SAMPLE_RATES.session,
    replaysOnErrorSampleRate: REPLAY_SAMPLE_RATES.error,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        // A status that is no success ends the recording.
        if (stopped || typeof body !== 'string') return { statusCode: 410 };
        if (body.length > ENVELOPE_MOST) return { statusCode: 413 };
        return { statusCode: await statusOf(send(body)) };
      }),
  });
  client.addEventProcessor((event: Event & { urls?: readonly string[] }) =>
    Object.assign(event, { urls: event.urls?.map(templateOf) ?? [] }),
  );
  const stop = () => {
    stopped = true;
    void replay.stop({ flush: false });
  };
  // It also ends what was idle for long, and begins anew by itself.
  client.on('replayEnd', ({ reason }) => reason === 'sessionExpired' || stop());
  /** What happened until now goes, and from then on everything: once, however many errors come meanwhile. */
  const flush = async () => {
    await replay.flush().catch(() => undefined);
    flushing = undefined;
    // It goes on recording then, whatever has ended it meanwhile; and has no public way to end what it thinks has ended.
    if (stopped) replay['_replay']?.stopRecording();
  };
  getCurrentScope().setClient(client);
  client.init();
  return {
    ids: () => {
      const id = replay.getReplayId();
      return id && !stopped ? { replay: id, event: crypto.randomUUID().replaceAll('-', '') } : undefined;
    },
    reported: ({ event }) => {
      if (stopped) return;
      // As if it had sent the error by itself: it lists it. With an id of a replay it would flush each time, and end in between.
      client.emit('afterSendEvent', { type: undefined, event_id: event }, { statusCode: 200 });
      if (replay.getRecordingMode() === 'buffer') flushing ??= flush();
    },
    stop,
  };
}

const masking = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED.split(/\s+/),
    // Nothing of it stays in the browser's storage, and no worker is made out of a blob, which the page's policy would refuse.
    stickySession: false,
    useCompression: false,
    networkCaptureBodies: false,
    // An error can happen in the first seconds.
    minReplayDuration: 0,
    // That somebody clicked; no addresses that were asked, nothing that was logged.
    beforeAddRecordingEvent: (event) => (isOfPage(event.data) ? event : null),
  });

const templateOf = (address: string): string => routeOf(new URL(address, location.href).pathname) || '/';

const isOfPage = ({ tag, payload }: { tag: string; payload: object }): boolean =>
  tag === 'breadcrumb' && 'category' in payload && String(payload.category).startsWith('ui.');

/** Without an answer it is tried again, and also where there will be room: then not before. */
async function statusOf(sent: Promise<{ readonly taken: boolean }>): Promise<number> {
  try {
    return (await sent).taken ? 200 : 410;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isPassing(error)) return error.status;
    await new Promise((done) => setTimeout(done, Math.min(error.retryAfter ?? 0, LONGEST_WAIT_S) * 1_000));
    throw error;
  }
}
