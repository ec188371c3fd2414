// A new version is installed and waits. It takes over when the person says so, or when all windows are closed.
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { busy } from '#src/offline/device/busy.ts';
import { isUnsaved } from '../update/unsaved.ts';
import { update } from '../update/update.ts';
import { applyUpdate, postponeUpdate } from '../update/worker.ts';

export function UpdateNotice() {
  const { asked } = useSnapshot(update);
  const [warned, setWarned] = useState(false);
  const go = () => {
    if (!warned && !busy.count && isUnsaved()) setWarned(true);
    else applyUpdate(warned);
  };
  return (
    <div className="ll-notice" data-tone="quiet" data-wide="" role="status">
      <Sparkles size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>{asked ? WAITING : warned ? UNSAVED : READY}</p>
      <Button size="small" kind="ghost" onClick={postponeUpdate}>
        Later
      </Button>
      {asked ? null : (
        <Button size="small" kind="ink" onClick={go}>
          {warned ? 'Update anyway' : 'Update now'}
        </Button>
      )}
    </div>
  );
}

const READY = 'A new version of Limelight is ready. Messages you are writing are kept.';
const WAITING = 'The new version comes as soon as your files are sent.';
const UNSAVED = 'Something on this page is not saved yet, and an update would lose it.';
