// A new role of a space, or other words and other actions for one that is there.
import { useEffect, useId, useRef, useState } from 'react';
import type { SpaceAction, SpaceRole } from '#contract/spaces/space-role.ts';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { createRole, newId, updateRole } from '../mutations.ts';
import { actionWords } from './role-words.ts';

export interface RoleDialogProps {
  space_id: string;
  /** As it is now: what others change meanwhile comes here. Without it a new one is made. */
  role: SpaceRole | undefined;
  onClose: () => void;
}

export function RoleDialog({ space_id, role, onClose }: RoleDialogProps) {
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  // Made once: trying again after a lost answer makes no second one.
  const [fresh] = useState(newId);
  // As it was when this was opened: what others change meanwhile is nothing that was changed here.
  const [before] = useState({ space_role_name: role?.space_role_name ?? '', actions: new Set(role?.actions) });
  const [chosen, setChosen] = useState<ReadonlySet<SpaceAction>>(before.actions);
  const turned = chosen.symmetricDifference(before.actions);
  const form = useForm(
    { space_role_name: before.space_role_name },
    { space_role_name: required },
    async ({ space_role_name }) => {
      if (!role) await createRole({ space_id, space_role_id: fresh, space_role_name, actions: [...chosen] });
      else {
        // What was turned here, over what it allows now: a right that another admin has taken away stays away.
        const kept = role.actions.filter((action) => !turned.has(action));
        const changes = {
          ...(space_role_name !== before.space_role_name && { space_role_name }),
          ...(turned.size && { actions: [...kept, ...turned.intersection(chosen)] }),
        };
        if (Object.keys(changes).length) await updateRole({ space_role_id: role.space_role_id, ...changes });
      }
      onClose();
    },
    spaceTexts,
  );
  const toggle = (action: SpaceAction, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(action);
    else next.delete(action);
    setChosen(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || turned.size > 0}
      title={role ? 'Edit role' : 'New role'}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Saving…'}>
            {role ? 'Save' : 'Create role'}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField
          ref={name}
          label="Name"
          hint="Shown beside those who have it."
          autoComplete="off"
          maxLength={60}
          {...form.field('space_role_name')}
        />
        <fieldset className="ll-about-allowed">
          <legend>What it allows</legend>
          {actionWords.map(([action, { label, text }]) => (
            <Checkbox
              key={action}
              checked={chosen.has(action)}
              onChange={(event) => toggle(action, event.target.checked)}
              label={
                <>
                  <span className="ll-strong">{label}</span>
                  <span className="ll-meta">{text}</span>
                </>
              }
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
