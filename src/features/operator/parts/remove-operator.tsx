// Asks before an operator is removed.
import { useState } from 'react';
import type { ListedOperator } from '#contract/operator/operators.ts';
import { errorText } from '#src/api/error-text.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { removeOperator } from '../data.ts';
import { operatorTexts } from '../messages.ts';

export function RemoveOperator({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
  const { operator_id, name, email_id } = operator;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    await removeOperator(operator_id).then(
      () => {
        showToast({ text: `${name} is removed.` });
        onClose();
      },
      (thrown: unknown) => setError(errorText(thrown, operatorTexts)),
    );
    setBusy(false);
  };
  return (
    <ConfirmDialog
      open
      title={`Remove ${name}?`}
      action="Remove"
      danger
      busy={busy && 'Removing…'}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error ? <ErrorNote text={error} /> : null}
      <p>
        {email_id} is signed out at once and no longer runs this server. Links for more operators that they made stop
        working.
      </p>
    </ConfirmDialog>
  );
}
