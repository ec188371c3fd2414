// A new version is installed and waits. It takes over when the person says so, or when all windows are closed.
import { Sparkles } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { update } from '../update/update.ts';
import { applyUpdate, postponeUpdate } from '../update/worker.ts';

export function UpdateNotice() {
  const { asked } = useSnapshot(update);
  return (
    <div className="ll-notice" data-tone="quiet" data-wide="" role="status">
      <Sparkles size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>
        {asked
          ? 'The new version comes as soon as your files are sent.'
          : 'A new version of Limelight is ready. What you are writing is kept.'}
      </p>
      <Button size="small" kind="ghost" onClick={postponeUpdate}>
        Later
      </Button>
      {asked ? null : (
        <Button size="small" kind="ink" onClick={applyUpdate}>
          Update now
        </Button>
      )}
    </div>
  );
}
