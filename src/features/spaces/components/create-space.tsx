// The form of a new space: what it is, who can join, who is in it from the start.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { SpaceFields, type SpaceValues } from '#src/kit/spaces/space-fields.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { createSpace, newSpaceId } from '../mutations.ts';

export interface CreateSpaceProps {
  onClose: () => void;
  onCreated: (space_id: string) => void;
}

export function CreateSpace({ onClose, onCreated }: CreateSpaceProps) {
  const id = useId();
  const { context } = useClient();
  const offline = useOffline();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  // Made once: trying again after a lost answer makes no second space.
  const [space_id] = useState(newSpaceId);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const self = useMemo(() => new Set([context.self]), [context]);
  const form = useForm<SpaceValues>(
    { space_name: '', space_description: '', visibility: 'public', history: 'all' },
    { space_name: required },
    async (values) => {
      const { space_name } = await createSpace({ space_id, ...values, employee_ids: [...chosen] });
      showToast({ text: `${space_name} is ready` });
      onCreated(space_id);
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || chosen.length > 0}
      title="New space"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={offline} busy={form.busy && 'Creating…'}>
            Create space
          </Button>
        </>
      }
    >
      <form id={id} className="ll-spaces-form" onSubmit={form.submit} noValidate>
        {offline ? (
          <p className="ll-spaces-saved" role="status">
            Creating a space needs a connection. What you write here stays while this is open.
          </p>
        ) : null}
        {form.error ? <ErrorNote text={form.error} /> : null}
        <SpaceFields form={form} nameRef={name} />
        <PeoplePicker label="Who is in it (optional)" chosen={chosen} onChange={setChosen} except={self} />
      </form>
    </Dialog>
  );
}
