// A new sub-space, or other words for one that is there.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { Space, SubSpace } from '#contract/chat.ts';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextAreaField, TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { conversationLink } from '../address.ts';
import { createSubSpace, newSubSpaceId, updateSubSpace } from './mutations.ts';

export interface SubSpaceDialogProps {
  space: Space;
  /** Without it a new one is made. */
  sub: SubSpace | undefined;
  onClose: () => void;
}

export function SubSpaceDialog({ space, sub, onClose }: SubSpaceDialogProps) {
  const { space_id, space_name } = space;
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  const navigate = useNavigate();
  // Made once: trying again after a lost answer makes no second one.
  const [newId] = useState(newSubSpaceId);
  const before = { sub_space_name: sub?.sub_space_name ?? '', sub_space_description: sub?.sub_space_description ?? '' };
  const form = useForm(
    before,
    { sub_space_name: required },
    async (values) => {
      if (sub) await updateSubSpace({ sub_space_id: sub.sub_space_id, ...values });
      else await createSubSpace({ space_id, sub_space_id: newId, ...values });
      onClose();
      const address = { entity_type: 'space', entity_id: space_id, sub_space_id: newId } as const;
      if (!sub) await navigate(conversationLink(address, false));
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
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
          hint={`Everybody in ${space_name} is in it.`}
          rows={2}
          maxLength={500}
          {...form.field('sub_space_description')}
        />
      </form>
    </Dialog>
  );
}
