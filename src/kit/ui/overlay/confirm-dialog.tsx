// Asks before what cannot come back or reaches many. Everything else is done at once and offers Undo in a toast.
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The verb, with the number where there is one: "Send to 214". */
  action: string;
  /** Default "Cancel". */
  cancel?: string;
  danger?: boolean;
  /** The person has to write this first: the name of who is removed. */
  typed?: string;
  busy?: string | false;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, cancel = 'Cancel', danger, typed, busy, onConfirm, onCancel } = props;
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== undefined && text.trim() !== typed) setWrong(true);
    else onConfirm();
  };
  const close = () => {
    setText('');
    setWrong(false);
    onCancel();
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <form className="ll-confirm" onSubmit={submit} noValidate>
        {children ? <div className="ll-muted">{children}</div> : null}
        {typed === undefined ? null : (
          <TextField
            label={`Type “${typed}” to confirm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={wrong ? 'The text does not match' : undefined}
            autoComplete="off"
          />
        )}
        <div className="ll-dialog-actions">
          <Button kind="ghost" onClick={close}>
            {cancel}
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
