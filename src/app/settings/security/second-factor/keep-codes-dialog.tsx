// The recovery codes, shown this once: the dialog cannot be left by accident.
import { RecoveryCodes } from '#src/kit/second-factor/recovery-codes.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { ownAddress } from './own-address.ts';

export function KeepCodesDialog({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Keep your recovery codes"
      dismissible={false}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <div className="ll-second-form">
        <RecoveryCodes codes={codes} who={ownAddress()} />
      </div>
    </Dialog>
  );
}
