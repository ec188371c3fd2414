// A quiet offer to let the browser show what is new. Never on top of anything, and not again once it was declined.
import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { useModule } from '#src/kit/company/modules.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { mayAsk, useAsking } from '../use-asking.ts';

export function AskLine() {
  const [offered, setOffered] = useState(mayAsk);
  const allowed = useModule('push');
  const { busy, accept, decline } = useAsking(() => setOffered(false));
  const offline = useOffline();
  if (!offered || !allowed || offline) return null;
  return (
    <div className="ll-notice" data-tone="quiet">
      <BellRing size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>Be told on this device, also while Limelight is closed.</p>
      <Button size="small" kind="ink" busy={busy && 'Asking…'} onClick={() => void accept()}>
        Turn on
      </Button>
      <IconButton icon={X} label="Not on this device" size="small" onClick={decline} />
    </div>
  );
}
