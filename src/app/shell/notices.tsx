// What the shell has to say above every page, while there is something.
import { useSnapshot } from 'valtio';
import { storage } from '#src/offline/warnings.ts';
import { StorageNotice } from '../settings/storage/storage-notice.tsx';
import { update } from '../update/update.ts';
import { UpdateNotice } from './update-notice.tsx';

export function Notices() {
  const { problem } = useSnapshot(storage);
  const { ready } = useSnapshot(update);
  return (
    <>
      {ready ? <UpdateNotice /> : null}
      {problem ? <StorageNotice /> : null}
    </>
  );
}
