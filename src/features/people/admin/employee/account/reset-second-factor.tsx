// Helping somebody in who has lost their phone and their recovery codes.
import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { resetSecondFactor } from '#contract/people/access.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { peopleTexts } from '../../../messages.ts';

export interface ResetSecondFactorProps {
  employee_id: string;
  first_name: string;
  offline: boolean;
}

const texts = { ...peopleTexts, NO_PERMISSION: 'This is for somebody who may do at least as much as they may.' };

export function ResetSecondFactor({ employee_id, first_name, offline }: ResetSecondFactorProps) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const reset = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const done = await app.call(resetSecondFactor, { employee_id });
      showToast({ text: done.reset ? `${first_name}’s two-step sign-in is reset.` : `${first_name} has none set up.` });
    } catch (thrown) {
      setError(errorText(thrown, texts));
    }
    setBusy(false);
    setAsks(false);
  };
  return (
    <>
      <Button kind="soft" wide icon={ShieldOff} disabled={offline} onClick={() => setAsks(true)}>
        Reset two-step sign-in
      </Button>
      {error ? <ErrorNote text={error} /> : null}
      <ConfirmDialog
        open={asks}
        title={`Reset ${first_name}’s two-step sign-in?`}
        action="Reset"
        danger
        busy={busy && 'Resetting…'}
        onConfirm={() => void reset()}
        onCancel={() => setAsks(false)}
      >
        It lets in who has lost the phone and the recovery codes. Their password alone opens their account then, until
        they set it up again. Be sure that it is {first_name} who asks. A mail tells them.
      </ConfirmDialog>
    </>
  );
}
