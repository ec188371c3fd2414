// The recovery codes, shown this once: the dialog cannot be left by accident.
import { RecoveryCodes } from '#src/kit/second-factor/recovery-codes.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { ownAddress } from './own-address.ts';

interface KeepCodesDialogProps {
  /** Null: they were made, and the answer with them got lost. */
  codes: readonly string[] | null;
  /** To new ones. */
  onRenew: () => void;
  onClose: () => void;
}

export function KeepCodesDialog({ codes, onRenew, onClose }: KeepCodesDialogProps) {
  return (
    <Dialog
      open
      title={codes ? 'Keep your recovery codes' : 'Your recovery codes got lost'}
      dismissible={false}
      onClose={onClose}
      actions={
        codes ? (
          <Button kind="primary" onClick={onClose}>
            I have kept them
          </Button>
        ) : (
          <>
            <Button kind="ghost" onClick={onClose}>
              Later
            </Button>
            <Button kind="primary" onClick={onRenew}>
              Make new recovery codes
            </Button>
          </>
        )
      }
    >
      <div className="ll-second-form">
        <RecoveryCodes codes={codes} who={ownAddress()} />
      </div>
    </Dialog>
  );
}
