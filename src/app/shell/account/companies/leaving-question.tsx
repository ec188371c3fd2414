// What is asked before something unsent is deleted by leaving a company for another one.
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import type { Left } from './switching.ts';

export interface Step {
  /** A company's id, `add` or `all`. */
  readonly what: string;
  readonly title: string;
  readonly verb: string;
  /** `discard`: what is unsent is given up. */
  readonly go: (discard: boolean) => Promise<Left>;
}

export interface LeavingQuestionProps {
  /** How many changes; none once all of them were sent while it was asked. */
  unsent: number;
  step: Step;
  onConfirm: () => void;
  onCancel: () => void;
}

export function LeavingQuestion({ unsent, step, onConfirm, onCancel }: LeavingQuestionProps) {
  const one = unsent === 1;
  if (!unsent)
    return (
      <ConfirmDialog
        open
        title={`${step.title}?`}
        action={step.verb}
        cancel="Stay"
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        Everything has been sent by now.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      title={`${step.title} before everything is sent?`}
      action={`${step.verb} and delete`}
      cancel="Stay"
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {`${one ? '1 change has' : `${unsent} changes have`} not been sent yet. Leaving this company deletes ${one ? 'it' : 'them'} from this device.`}
    </ConfirmDialog>
  );
}
