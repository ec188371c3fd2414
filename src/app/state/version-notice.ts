// When the forced logout of a new version is offered (specification, section 4): if another version ran here, if it was not
// put off for this one, and when its time has come, which is another one on each device and never in the middle of something.
import { useEffect, useMemo, useRef, useState } from 'react';

/** What shows it: one that cannot be fetched must not take the page along. */
export const notice = () => import('../screens/version-notice.tsx');

/** Wanted right after the first paint. Where it cannot be fetched nobody is asked until the next start. */
const watch = () => import('./version-watch.ts').catch(() => undefined);

const mark = async (what: 'app_version' | 'dismissed'): Promise<void> =>
  (await watch())?.markVersion(what, __APP_VERSION__);

/** The notice was followed: whoever signs in now has done what it asks for. Never rejects. */
export const followVersionNotice = (): Promise<void> => mark('app_version');

export function useVersionNotice(signedIn: boolean): { changed: boolean; dismiss: () => void } {
  const [changed, setChanged] = useState(false);
  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    if (!signedIn) return;
    // Who signs in with this version has done what the notice asks for.
    if (!wasSignedIn.current) return void followVersionNotice();
    const watching = watch().then((part) => part?.watchVersion(setChanged));
    return () => void watching.then((end) => end?.());
  }, [signedIn]);
  return useMemo(
    () => ({
      changed: changed && signedIn,
      dismiss: () => {
        setChanged(false);
        void mark('dismissed');
      },
    }),
    [changed, signedIn],
  );
}
