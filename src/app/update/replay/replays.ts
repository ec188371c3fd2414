// Replays of what happened before an error, for whoever runs the server: only where a collector is configured, only while somebody is
// signed in, and long after the page. Loads the recorder then; who reports errors asks here whether the page is being recorded.
import { subscribe } from 'valtio/vanilla';
import { getTunnel, sendEnvelope } from '#contract/system/tunnel.ts';
import { app } from '#src/realtime/app.ts';
import type { Recorded, Recorder } from './recorder.ts';

interface Replays {
  /** For an error of now; undefined while nothing is recorded. */
  ids(): Recorded | undefined;
  /** The collector has the error: what was recorded until now follows, and what happens from now on. */
  reported(recorded: Recorded): void;
}

/** Browsers without requestIdleCallback. */
const IDLE_MS = 3_000;

/** To be called once. */
export function recordReplays(version: string): Replays {
  let recorder: Recorder | undefined;
  let asking = false;
  let known = false;
  /** Who leaves is still there for a moment, but no longer to be recorded. */
  const isIn = () => !app.leaving.aborted && app.session.state.current !== null;
  const begin = async () => {
    const { dsn } = await app.call(getTunnel, {});
    const { startRecorder } = dsn === null ? {} : await import('./recorder.ts');
    known = true;
    // Gone meanwhile: the page goes, too.
    if (dsn === null || !startRecorder || !isIn()) return;
    recorder = startRecorder({ dsn, version, send: (envelope) => app.call(sendEnvelope, { envelope }) });
  };
  const follow = () => {
    if (!isIn()) {
      recorder?.stop();
      recorder = undefined;
    } else if (!known && !asking) {
      asking = true;
      whenIdle(() => {
        // Without a connection: the next one, or the next page, tries again.
        void begin()
          .catch(() => undefined)
          .then(() => {
            asking = false;
          });
      });
    }
  };
  follow();
  subscribe(app.session.state, follow);
  app.leaving.addEventListener('abort', follow);
  addEventListener('online', follow);
  return {
    ids: () => recorder?.ids(),
    reported: (recorded) => recorder?.reported(recorded),
  };
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2 * IDLE_MS });
  else setTimeout(work, IDLE_MS);
}
