// Adding colleagues to a space, or inviting them. Who is in already is not offered, as far as this device knows.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { type Choice, ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { addMembers, invite } from '../mutations.ts';
import { membersQuery } from '../queries.ts';
import { pastText } from './past-text.ts';

type How = 'add' | 'invite';
const ways: readonly Choice<How>[] = [
  { value: 'add', label: 'Add them', text: 'They are in at once.' },
  { value: 'invite', label: 'Invite them', text: 'They accept or decline.' },
];

export interface AddMembersProps {
  space: Space;
  /** Members invite; only who manages members adds. */
  adds: boolean;
  onClose: () => void;
}

export function AddMembers({ space, adds, onClose }: AddMembersProps) {
  const { space_id, space_name } = space;
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const [how, setHow] = useState<How>(adds ? 'add' : 'invite');
  const inviting = how === 'invite';
  const { data } = useInfiniteQuery(membersQuery(space_id));
  const inside = useMemo(
    () => new Set(data?.pages.flatMap((page) => page.items.map((one) => one.employee_id))),
    [data],
  );
  const form = useForm(
    {},
    {},
    async () => {
      setMissing(!chosen.length);
      if (!chosen.length) return search.current?.focus();
      await (inviting ? invite : addMembers)(space_id, chosen);
      showToast({ text: `${countText(chosen.length)} ${inviting ? 'invited' : 'added'} to ${space_name}` });
      return onClose();
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={chosen.length > 0}
      title={`${adds ? 'Add people' : 'Invite colleagues'} to ${space_name}`}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && (inviting ? 'Inviting…' : 'Adding…')}>
            {[inviting ? 'Invite' : 'Add', chosen.length && countText(chosen.length)].filter(Boolean).join(' ')}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        {adds ? <ChoiceCards label="How" options={ways} value={how} onChange={setHow} /> : null}
        <PeoplePicker
          ref={search}
          label="Colleagues"
          hint={hintOf(space, adds)}
          error={missing && !chosen.length ? 'Choose at least one colleague' : undefined}
          chosen={chosen}
          onChange={setChosen}
          except={inside}
        />
      </form>
    </Dialog>
  );
}

const countText = (count: number): string => (count === 1 ? '1 colleague' : `${count} colleagues`);

const hintOf = (space: Space, adds: boolean): string =>
  adds || space.visibility === 'public' ? pastText(space) : 'It is private: if they accept, an admin lets them in.';
