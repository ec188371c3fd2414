// Asks for the password before everything that is kept about somebody is put into a file.
import type { ReactNode } from 'react';
import { OwnPassword } from '../second-factor/own-password.tsx';
import { Button } from '../ui/controls/button.tsx';
import { ErrorNote } from '../ui/feedback/error-card.tsx';
import { required } from '../ui/form/checks.ts';
import { useForm } from '../ui/form/use-form.ts';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { exportTexts } from './texts.ts';
import '../second-factor/second-factor.css';

export interface AskExportProps {
  title: string;
  /** What the button says. */
  action: string;
  /** `password`: the caller's own is asked for; otherwise a sign-in of a moment ago is enough. */
  asks: 'password' | 'recent_sign_in';
  /** The caller's address, for who keeps passwords. */
  who: string;
  /** Error code → sentence, besides its own. */
  texts: Readonly<Record<string, string>>;
  /** What it throws is shown; it closes the dialog itself. */
  onAsk: (given: { password?: string }) => Promise<unknown>;
  onClose: () => void;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
}

/** A dialog; mount it to open it. */
export function AskExport({ title, action, asks, who, texts, onAsk, onClose, children }: AskExportProps) {
  const byPassword = asks === 'password';
  const form = useForm(
    { password: '' },
    byPassword ? { password: required } : {},
    ({ password }) => onAsk(byPassword ? { password } : {}),
    { ...texts, ...exportTexts },
  );
  return (
    <Dialog open title={title} onClose={onClose}>
      <form className="ll-second-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <p className="ll-muted">{children}</p>
        {byPassword ? <OwnPassword {...form.field('password')} who={who} /> : null}
        <div className="ll-dialog-actions">
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={form.busy && 'One moment…'}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
