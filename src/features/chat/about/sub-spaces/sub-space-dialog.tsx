// A new sub-space, public or for some, or other words for one that is there.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Space, SubSpace } from '#contract/chat.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextAreaField, TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { type Choice, ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { conversationLink } from '../../address.ts';
import { createSubSpace, newId, updateSubSpace } from '../mutations.ts';
import { memberIdsQuery } from '../queries.ts';

export interface SubSpaceDialogProps {
  space: Space;
  /** Without it a new one is made. */
  sub: SubSpace | undefined;
  onClose: () => void;
}

type For = 'all' | 'some';
const whom: readonly Choice<For>[] = [
  { value: 'all', label: 'Everybody in the space' },
  { value: 'some', label: 'Only some', text: 'Admins and those you choose. Nobody else hears of it.' },
];

export function SubSpaceDialog({ space, sub, onClose }: SubSpaceDialogProps) {
  const { space_id, space_name } = space;
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  const navigate = useNavigate();
  // Made once: trying again after a lost answer makes no second one.
  const [fresh] = useState(newId);
  const [isFor, setFor] = useState<For>('all');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const some = isFor === 'some';
  // As it was when this was opened: what others change meanwhile is nothing that was changed here.
  const [before] = useState({
    sub_space_name: sub?.sub_space_name ?? '',
    sub_space_description: sub?.sub_space_description ?? '',
  });
  const form = useForm(
    before,
    { sub_space_name: required },
    async (values) => {
      if (sub) {
        const { sub_space_name, sub_space_description } = values;
        const changes = {
          ...(sub_space_name !== before.sub_space_name && { sub_space_name }),
          ...(sub_space_description !== before.sub_space_description && { sub_space_description }),
        };
        if (Object.keys(changes).length) await updateSubSpace({ sub_space_id: sub.sub_space_id, ...changes });
      } else {
        const people = some && { is_private: true, employee_ids: [...chosen] };
        await createSubSpace({ space_id, sub_space_id: fresh, ...values, ...people });
      }
      onClose();
      const address = { entity_type: 'space', entity_id: space_id, sub_space_id: fresh } as const;
      if (!sub) await navigate(conversationLink(address, false));
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || chosen.length > 0}
      title={sub ? 'Edit sub-space' : 'New sub-space'}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Saving…'}>
            {sub ? 'Save' : 'Create sub-space'}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField ref={name} label="Name" autoComplete="off" maxLength={60} {...form.field('sub_space_name')} />
        <TextAreaField
          label="What it is for"
          hint={sub?.is_private ? 'Shown to those who are in it.' : `Shown to those who are in ${space_name}.`}
          rows={2}
          maxLength={500}
          {...form.field('sub_space_description')}
        />
        {sub ? null : <ChoiceCards label="Who is in it" options={whom} value={isFor} onChange={setFor} />}
        {some ? <Some space_id={space_id} chosen={chosen} onChange={setChosen} /> : null}
      </form>
    </Dialog>
  );
}

interface SomeProps {
  space_id: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function Some({ space_id, chosen, onChange }: SomeProps) {
  const { context } = useClient();
  const { data } = useQuery(memberIdsQuery(space_id));
  const among = useMemo(() => new Set(data), [data]);
  const self = useMemo(() => new Set([context.self]), [context]);
  return <PeoplePicker label="Members of the space" chosen={chosen} onChange={onChange} except={self} among={among} />;
}
