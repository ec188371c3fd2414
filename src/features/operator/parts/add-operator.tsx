// Letting one more person run the server: by a link that is good once. It is shown here and nowhere else, and mailed to whom it is for.
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { emailAddress } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { invite } from '../data.ts';
import { operatorTexts } from '../messages.ts';

/** 32 random bytes. The server is told them once, and keeps their hash. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

interface Made {
  readonly link: string;
  readonly email: string;
}

export function AddOperator({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  return (
    // What is shown once is not lost by a click beside it.
    <Dialog open title="Add an operator" onClose={onClose} dismissible={!made}>
      {made ? <ShownOnce {...made} onDone={onClose} /> : <Asking onMade={setMade} onCancel={onClose} />}
    </Dialog>
  );
}

function Asking({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  // Trying again after a lost answer makes no second link, and sends no second mail.
  const tokens = useRef(new Map<string, string>());
  const form = useForm(
    { email_id: '' },
    { email_id: (value) => (value ? emailAddress(value) : undefined) },
    async ({ email_id }) => {
      const email = email_id.trim();
      const token = tokens.current.get(email) ?? newToken();
      tokens.current.set(email, token);
      await invite({ token, ...(email && { email_id: email }) });
      onMade({ link: `${location.origin}/backadmin/setup#${token}`, email });
    },
    operatorTexts,
  );
  return (
    <form className="ll-confirm" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      <p className="ll-muted">
        Whoever opens the link sets up an account that runs the server and sees all companies. It works once, within 24
        hours.
      </p>
      <TextField
        label="E-mail (optional)"
        type="email"
        autoComplete="off"
        hint="The link is mailed there. Without an address you hand it over yourself."
        {...form.field('email_id')}
      />
      <div className="ll-dialog-actions">
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={form.busy && 'Making…'}>
          Make the link
        </Button>
      </div>
    </form>
  );
}

function ShownOnce({ link, email, onDone }: Made & { onDone: () => void }) {
  return (
    <div className="ll-confirm">
      <p className="ll-muted" role="status">
        {email ? `The link is on its way to ${email}. ` : ''}It is shown only now: copy it if you want to hand it over
        yourself.
      </p>
      <TextField label="Link for one operator" readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="ll-dialog-actions">
        <Button icon={Copy} onClick={() => void copyText(link, 'The link is copied.')}>
          Copy link
        </Button>
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
