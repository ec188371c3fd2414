// What is asked before something unsent is deleted with a log-out.
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';

export interface LogOutQuestionProps {
  /** How many changes, at least 1. */
  unsent: number;
  onConfirm: () => void;
  onCancel: () => void;
}

export function LogOutQuestion({ unsent, onConfirm, onCancel }: LogOutQuestionProps) {
  const changes = unsent === 1 ? '1 change has' : `${unsent} changes have`;
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
