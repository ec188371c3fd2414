// The invitations: to install, after real use (usage.ts), and to be told of answers, after the first message. Each a quiet card
// which takes no focus and stays away once it was declined; at most one of them in a visit.
import { type ComponentType, useEffect, useState } from 'react';
import { noteAsked, noteSent, noteStart, readUsage } from './kept-usage.ts';
import { isDue, started } from './usage.ts';
import { useInstall } from './use-install.ts';
import { useWrote } from './use-wrote.ts';

// Each comes when somebody is invited: few are.
const cards = {
  install: async () => (await import('./install-card.tsx')).InstallCard,
  ask: async () => (await import('../notifications/ask-card.tsx')).AskCard,
};

export function Invitation() {
  const [due] = useState(() => isDue(started(readUsage(), new Date())));
  /** The one that came first; null once it was answered. */
  const [invites, setInvites] = useState<keyof typeof cards | null>();
  const { way } = useInstall();
  const wrote = useWrote();
  const [Card, setCard] = useState<ComponentType<{ onEnd: () => void }>>();
  useEffect(noteStart, []);
  useEffect(() => {
    if (wrote) noteSent();
  }, [wrote]);
  // Nobody needs it: where it cannot be fetched, nobody is asked.
  useEffect(() => {
    if (invites)
      void cards[invites]().then(
        (card) => setCard(() => card),
        () => undefined,
      );
  }, [invites]);
  const canInstall = way === 'offered' || way === 'ios';
  if (invites === undefined && due && canInstall) setInvites('install');
  else if (invites === undefined && wrote && mayBeTold()) setInvites('ask');
  if (!invites || !Card || (invites === 'install' && !canInstall)) return null;
  const end = () => {
    if (invites === 'ask') noteAsked();
    setInvites(null);
  };
  return <Card onEnd={end} />;
}

/** Pushes can come here, the browser has asked nobody yet, and neither have we. */
const mayBeTold = (): boolean =>
  'PushManager' in globalThis && globalThis.Notification?.permission === 'default' && !readUsage().asked;
