// A mail that helps somebody in: sent with a press, and told when it is on its way.
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { peopleTexts } from '../../../messages.ts';

interface MailButtonProps {
  icon: LucideIcon;
  label: string;
  send: () => Promise<unknown>;
  /** What is told then. */
  done: string;
  offline: boolean;
}

const texts = {
  ...peopleTexts,
  TOO_MANY_REQUESTS: 'They have been sent several within the hour: wait before you send another.',
};

export function MailButton({ icon, label, send, done, offline }: MailButtonProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const text = await send().then(
      () => done,
      (thrown: unknown) => errorText(thrown, texts),
    );
    showToast({ text });
    setBusy(false);
  };
  return (
    <Button kind="soft" wide icon={icon} disabled={offline} busy={busy && 'Sending…'} onClick={() => void run()}>
      {label}
    </Button>
  );
}
