// What is asked before something unsent is deleted with a log-out.
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';

export interface LogOutQuestionProps {
  /** How many changes; none once all of them were sent while it was asked. */
  unsent: number;
  onConfirm: () => void;
  onCancel: () => void;
}

export function LogOutQuestion({ unsent, onConfirm, onCancel }: LogOutQuestionProps) {
  const changes = unsent === 1 ? '1 change has' : `${unsent} changes have`;
  if (!unsent)
    return (
      <ConfirmDialog open title="Log out?" action="Log out" cancel="Stay" onConfirm={onConfirm} onCancel={onCancel}>
        Everything has been sent by now.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      title="Log out before everything is sent?"
      action="Log out and delete"
      cancel="Stay"
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {`${changes} not been sent yet. Logging out deletes ${unsent === 1 ? 'it' : 'them'} from this device.`}
    </ConfirmDialog>
  );
}
