// The invitations: to install, after real use (usage.ts), and to be told of answers, after the first message. Each a quiet card
// which takes no focus and stays away once it was declined; at most one of them in a visit.
import { useEffect, useState } from 'react';
import { Logo } from '#src/kit/ui/art/logo.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { decline, noteAsked, noteSent, noteStart, readUsage } from './kept-usage.ts';
import { IosSteps } from './steps.tsx';
import { isDue, started } from './usage.ts';
import { type Install, useInstall } from './use-install.ts';
import { useWrote } from './use-wrote.ts';
import './install.css';

const askCard = async () => (await import('../notifications/ask-card.tsx')).AskCard;

export function Invitation() {
  const [due] = useState(() => isDue(started(readUsage(), new Date())));
  /** The one that came first; null once it was answered. */
  const [invites, setInvites] = useState<'install' | 'ask' | null>();
  const install = useInstall();
  const wrote = useWrote();
  const [AskCard, setAskCard] = useState<Awaited<ReturnType<typeof askCard>>>();
  useEffect(noteStart, []);
  useEffect(() => {
    if (wrote) noteSent();
  }, [wrote]);
  // Nobody needs it: where it cannot be fetched, nobody is asked.
  useEffect(() => {
    if (invites === 'ask')
      void askCard().then(
        (Card) => setAskCard(() => Card),
        () => undefined,
      );
  }, [invites]);
  const canInstall = install.way === 'offered' || install.way === 'ios';
  if (invites === undefined && due && canInstall) setInvites('install');
  else if (invites === undefined && wrote && mayBeTold()) setInvites('ask');
  const end = () => setInvites(null);
  if (invites === 'install' && canInstall) return <InstallCard install={install} onEnd={end} />;
  const answered = () => {
    noteAsked();
    end();
  };
  return invites === 'ask' && AskCard ? <AskCard onEnd={answered} /> : null;
}

/** Pushes can come here, the browser has asked nobody yet, and neither have we. */
const mayBeTold = (): boolean =>
  'PushManager' in globalThis && globalThis.Notification?.permission === 'default' && !readUsage().asked;

function InstallCard({ install: { way, asking, ask }, onEnd }: { install: Install; onEnd: () => void }) {
  const leave = () => {
    decline();
    onEnd();
  };
  return (
    <aside className="ll-install-card" aria-labelledby="install-title">
      <div className="ll-install-head">
        <Logo size={56} />
        <h2 id="install-title" className="ll-heading">
          Add Limelight to your home screen
        </h2>
      </div>
      <p className="ll-muted">It opens in one tap, works offline and can notify you.</p>
      {way === 'ios' ? <IosSteps /> : null}
      <div className="ll-install-buttons">
        <Button onClick={leave}>Not now</Button>
        {way === 'ios' ? (
          <Button kind="ink" onClick={leave}>
            Got it
          </Button>
        ) : (
          // Whatever they answer the browser, they are not asked by us again.
          <Button kind="ink" busy={asking && 'Installing…'} onClick={() => void ask().then(leave)}>
            Install
          </Button>
        )}
      </div>
    </aside>
  );
}
