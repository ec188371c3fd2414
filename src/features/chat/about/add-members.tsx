// Adding colleagues to a space. Who is in already is not offered, as far as this device knows.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { addMembers } from './mutations.ts';
import { membersQuery } from './queries.ts';

export function AddMembers({ space, onClose }: { space: Space; onClose: () => void }) {
  const { space_id, space_name } = space;
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
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
      await addMembers(space_id, chosen);
      showToast({ text: `${countText(chosen.length)} added to ${space_name}` });
      return onClose();
    },
    spaceTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add people to ${space_name}`}
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} busy={form.busy && 'Adding…'}>
            {chosen.length ? `Add ${countText(chosen.length)}` : 'Add'}
          </Button>
        </>
      }
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PeoplePicker
          ref={search}
          label="Colleagues"
          hint="They see what was said in it before."
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
