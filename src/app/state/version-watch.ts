// Whether the notice of a new version is due, looked at again and again: right after the first paint, and for as long as somebody is
// signed in.
import { markVersion, noticeDue } from '#src/offline/version-marks.ts';
import { notice } from './version-notice.ts';

/** Who is at work then is asked once they have paused. Milliseconds. */
const AGAIN_MS = 15_000;

export { markVersion };

/** `show` says whether it is, once what shows it is there. Returns the way to end it. */
export function watchVersion(show: (due: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const look = async () => {
    const at = await noticeDue(__APP_VERSION__);
    if (ended) return;
    if (at === undefined) return show(false);
    const work = await import('../update/unsaved.ts').catch(() => undefined);
    work?.watchFields();
    if (ended) return;
    const left = at - Date.now();
    const isTime = left <= 0 && work?.isAtWork() === false && (await notice().catch(() => undefined));
    if (ended) return;
    if (isTime) show(true);
    // Looked at again then: another tab may have put it off.
    else timer = setTimeout(look, Math.max(left, AGAIN_MS));
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
