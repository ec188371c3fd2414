// The HR system is disconnected, after a question.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../../messages.ts';
import { removeKey } from './data.ts';

export function RemoveKey({ offline }: { offline: boolean }) {
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    // Once it is gone, so is this.
    await removeKey(client).catch((thrown: unknown) => {
      showToast({ text: errorText(thrown, peopleTexts) });
      setBusy(false);
      setAsks(false);
    });
  };
  return (
    <>
      <Button size="small" disabled={offline} onClick={() => setAsks(true)}>
        Remove key
      </Button>
      <ConfirmDialog
        open={asks}
        title="Remove the access key?"
        action="Remove key"
        danger
        busy={busy && 'Removing…'}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        Limelight forgets it, and cannot read your HR system any more. Nobody’s account changes. At Finch the key stays
        good until you take it back there.
      </ConfirmDialog>
    </>
  );
}
