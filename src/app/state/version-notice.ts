// When the forced logout of a new version is offered (specification, section 4): if another version ran here, if it was not
// put off for this one, and when its time has come, which is another one on each device and never in the middle of something.
import { useEffect, useMemo, useRef, useState } from 'react';

/** Who is at work then is asked once they have paused. Milliseconds. */
const AGAIN_MS = 15_000;

/** What shows it: one that cannot be fetched must not take the page along. */
export const notice = () => import('../screens/version-notice.tsx');

/** Wanted right after the first paint. */
const marks = () => import('#src/offline/version-marks.ts');

/** The notice was followed: whoever signs in now has done what it asks for. Never rejects. */
export const followVersionNotice = async (): Promise<void> => {
  await marks().then(
    ({ markVersion }) => markVersion('app_version', __APP_VERSION__),
    () => undefined,
  );
};

export function useVersionNotice(signedIn: boolean): { changed: boolean; dismiss: () => void } {
  const [changed, setChanged] = useState(false);
  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    if (!signedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const look = async () => {
      const at = await marks().then(
        ({ noticeDue }) => noticeDue(__APP_VERSION__),
        () => undefined,
      );
      if (ended) return;
      if (at === undefined) return setChanged(false);
      const work = await import('../update/unsaved.ts').catch(() => undefined);
      work?.watchFields();
      if (ended) return;
      const left = at - Date.now();
      const isTime = left <= 0 && work?.isAtWork() === false && (await notice().catch(() => undefined));
      if (ended) return;
      if (isTime) setChanged(true);
      // Looked at again then: another tab may have put it off.
      else timer = setTimeout(look, Math.max(left, AGAIN_MS));
    };
    // Who signs in with this version has done what the notice asks for.
    void (wasSignedIn.current ? look() : followVersionNotice());
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [signedIn]);
  return useMemo(
    () => ({
      changed: changed && signedIn,
      dismiss: () => {
        setChanged(false);
        marks().then(
          ({ markVersion }) => markVersion('dismissed', __APP_VERSION__),
          () => undefined,
        );
      },
    }),
    [changed, signedIn],
  );
}
