// Giving a role to colleagues. Who has it already is not offered, as far as this device knows.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { peopleTexts } from '../messages.ts';
import { MOST_AT_ONCE, type Role, updateMembers } from './data.ts';
import { peopleCount } from './words.ts';

export interface GiveRoleProps {
  role: Role;
  except: ReadonlySet<string>;
  onClose: () => void;
}

export function GiveRole({ role: { role_id, role_name }, except, onClose }: GiveRoleProps) {
  const id = useId();
  const client = useQueryClient();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const problem = problemOf(chosen.length);
  const form = useForm(
    {},
    {},
    async () => {
      setTried(true);
      if (problem) return search.current?.focus();
      await updateMembers(client, role_id, { add: chosen });
      showToast({ text: `${peopleCount(chosen.length)} now ${chosen.length === 1 ? 'has' : 'have'} ${role_name}.` });
      return onClose();
    },
    peopleTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={chosen.length > 0}
      title={`Give ${role_name} to people`}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Adding…'}>
            {chosen.length ? `Add ${peopleCount(chosen.length)}` : 'Add'}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-role-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PeoplePicker
          ref={search}
          label="Colleagues"
          hint="They may do what it allows right away."
          error={tried ? problem : undefined}
          chosen={chosen}
          onChange={setChosen}
          except={except}
        />
      </form>
    </Dialog>
  );
}

const problemOf = (count: number): string | undefined => {
  if (!count) return 'Choose at least one colleague';
  return count > MOST_AT_ONCE ? `Choose at most ${MOST_AT_ONCE} at once` : undefined;
};
