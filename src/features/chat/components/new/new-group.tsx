// Beginning a group: who is in it, and what it is called, if anything. The same people again have the one that is there.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/chat/groups.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { writeNext } from '#src/kit/ui/hooks/wants-to-write.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { useConversations } from '../../hooks/use-conversations.ts';
import { groupTexts } from '../../messages.ts';

const [LEAST, MOST] = [2, 8];

export function NewGroup({ onClose }: { onClose: () => void }) {
  const { self } = useClient().context;
  const offline = useOffline();
  const navigate = useNavigate();
  const { entries } = useConversations();
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  const [conversation_id] = useState(() => uuid());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const me = useMemo(() => new Set([self]), [self]);
  const problem =
    chosen.length < LEAST
      ? 'Choose at least two colleagues'
      : chosen.length > MOST
        ? 'A group has at most nine people: open a space for more'
        : undefined;
  const form = useForm(
    { name: '' },
    {},
    async ({ name }) => {
      setTried(true);
      if (problem) {
        search.current?.focus();
        return false;
      }
      const there = entries.find(({ group }) => group && isSame(group.employee_ids, [...chosen, self]));
      const given = { conversation_id, employee_ids: [...chosen], ...(name.trim() && { name }) };
      const { entity_id } = there ?? (await app.call(createGroup, given)).entry;
      onClose();
      writeNext();
      return navigate({ to: '/connect/$entity_type/$entity_id', params: { entity_type: 'group', entity_id } });
    },
    groupTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || chosen.length > 0}
      title="New group"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={offline} busy={form.busy && 'Opening…'}>
            Open group
          </Button>
        </>
      }
    >
      <form id={id} className="ll-group-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        {offline ? <p className="ll-meta">Beginning a group needs a connection.</p> : null}
        <TextField
          label="Name"
          hint="If it has none, it goes by who is in it."
          {...form.field('name')}
          maxLength={80}
        />
        <PeoplePicker
          ref={search}
          label="Colleagues"
          error={tried ? problem : undefined}
          chosen={chosen}
          onChange={setChosen}
          except={me}
        />
      </form>
    </Dialog>
  );
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));
