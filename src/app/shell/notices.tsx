// What the shell has to say above every page, while there is something.
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { UNPROVEN } from '#contract/auth/proof.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { storage } from '#src/offline/warnings.ts';
import { StorageNotice } from '../settings/storage/storage-notice.tsx';
import { update } from '../update/update.ts';
import { UpdateNotice } from './update-notice.tsx';

export function Notices() {
  const { problem } = useSnapshot(storage);
  const { ready } = useSnapshot(update);
  useEffect(sayUnproven, []);
  return (
    <>
      {ready ? <UpdateNotice /> : null}
      {problem ? <StorageNotice /> : null}
    </>
  );
}

/** Back from the company's sign-on, which did not confirm who it is. */
function sayUnproven(): void {
  if (location.hash !== UNPROVEN) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  showToast({ text: 'Your company’s sign-on did not confirm that it is you. Log out and log in again to go on.' });
}
