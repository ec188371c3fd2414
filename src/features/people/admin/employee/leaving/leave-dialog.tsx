// Before somebody is removed: all that it does, and who takes over what they ran.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DAYS_TO_RETURN, type LeavingEffects } from '#contract/people/leaving.ts';
import { errorText } from '#src/api/error-text.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../../messages.ts';
import { effectsQuery, leave } from './leaving-data.ts';
import { ended, handedOver, staying } from './leaving-words.ts';
import { Lines } from './lines.tsx';

export interface LeaveDialogProps {
  employee_id: string;
  name: string;
  first_name: string;
  onClose: () => void;
}

const texts = {
  ...peopleTexts,
  NO_PERMISSION: 'They may do what you may not: this is for somebody who may do at least as much.',
  INVALID_REQUEST: 'Who takes over has to be a colleague with an active account.',
};

export function LeaveDialog({ employee_id, name, first_name, onClose }: LeaveDialogProps) {
  const { data: effects, error: unknown, refetch } = useQuery(effectsQuery(employee_id));
  const [heir, setHeir] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    if (!effects) return;
    if (effects.needs_heir && !heir) return setError(peopleTexts['HAND_OVER_REQUIRED']);
    setBusy(true);
    setError(undefined);
    try {
      await leave(employee_id, heir);
      showToast({ text: `${name} is removed. You can bring them back for ${DAYS_TO_RETURN} days.` });
      onClose();
    } catch (thrown) {
      setError(errorText(thrown, texts));
      setBusy(false);
      // Others may have made it more, or less, meanwhile.
      void refetch();
    }
  };
  const shown = error ?? (unknown ? errorText(unknown, texts) : undefined);
  return (
    <ConfirmDialog
      open
      title={`Remove ${name}?`}
      action={`Remove ${first_name}`}
      danger
      {...(effects && { typed: name })}
      busy={busy && 'Removing…'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <div className="ll-form">
        {effects ? (
          <Effects effects={effects} employee_id={employee_id} heir={heir} onHeir={setHeir} />
        ) : unknown ? null : (
          <SkeletonRows label="what this does" rows={4} size={20} />
        )}
        {shown ? <ErrorNote text={shown} /> : null}
      </div>
    </ConfirmDialog>
  );
}

interface EffectsProps {
  effects: LeavingEffects;
  employee_id: string;
  heir: string | undefined;
  onHeir: (heir: string | undefined) => void;
}

function Effects({ effects, employee_id, heir, onHeir }: EffectsProps) {
  const handed = handedOver(effects);
  const [except] = useState(() => new Set([employee_id]));
  return (
    <>
      <Lines title="Ends at once" lines={ended(effects)} />
      <Lines title="Stays" lines={staying(effects)} />
      {handed.length ? (
        <>
          <Lines title="Goes to somebody else" lines={handed} />
          <PeoplePicker
            label={effects.needs_heir ? 'Who takes over' : 'Who takes over (otherwise their manager)'}
            chosen={heir ? [heir] : []}
            except={except}
            onChange={(chosen) => onHeir(chosen.at(-1))}
          />
        </>
      ) : null}
      <p>{`For ${DAYS_TO_RETURN} days you can bring them back. Then everything about them is erased.`}</p>
    </>
  );
}
