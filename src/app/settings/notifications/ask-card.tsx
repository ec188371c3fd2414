// After the first message that somebody has written here: whether they want to be told of the answer. Takes no focus; only the
// press on its button makes the browser ask.
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { mayAsk, useAsking } from '#src/features/notifications/use-asking.ts';
import { useModule } from '#src/kit/company/modules.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import '../install/install.css';
import './ask-card.css';

/** `onEnd`: they have answered. */
export function AskCard({ onEnd }: { onEnd: () => void }) {
  const [offered, setOffered] = useState(mayAsk);
  const allowed = useModule('push');
  const { busy, accept, decline } = useAsking(() => {
    setOffered(false);
    onEnd();
  });
  const offline = useOffline();
  if (!offered || !allowed || offline) return null;
  return (
    <aside className="ll-install-card ll-ask-card" aria-labelledby="ask-title">
      <div className="ll-install-head">
        <span className="ll-install-sign" aria-hidden="true">
          <BellRing size={20} strokeWidth={1.9} />
        </span>
        <h2 id="ask-title" className="ll-heading">
          Be told when somebody answers
        </h2>
      </div>
      <p className="ll-muted">On this device, also while Limelight is closed. Quiet hours stay quiet.</p>
      <div className="ll-install-buttons">
        <Button kind="ink" busy={busy && 'Asking…'} onClick={() => void accept()}>
          Turn on notifications
        </Button>
        <Button onClick={decline}>Not now</Button>
      </div>
    </aside>
  );
}
