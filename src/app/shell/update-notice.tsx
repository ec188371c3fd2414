// A new version is installed and waits. It takes over when the person says so, or when all windows are closed.
import { Sparkles } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { update } from '../update/worker.ts';

export function UpdateNotice() {
  const { ready } = useSnapshot(update);
  if (!ready) return null;
  return (
    <div className="ll-notice" data-tone="quiet" data-wide="" role="status">
      <Sparkles size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>A new version of Limelight is ready. What you are writing is kept.</p>
      <Button size="small" kind="ghost" onClick={() => update.postpone()}>
        Later
      </Button>
      <Button size="small" kind="ink" onClick={() => update.apply()}>
        Update now
      </Button>
    </div>
  );
}
