// Changing a person: one's own fields and who sees them, or all of them for who manages people.
import { useId, useState } from 'react';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { update } from '#contract/people/profile.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { phoneNumber, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../messages.ts';
import { updatePerson } from '../mutations.ts';
import type { PersonDetail } from '../queries.ts';
import { type Parts, PersonFields } from './person-fields.tsx';
import { PersonPhoto } from './person-photo.tsx';

export interface EditPersonProps {
  employee_id: string;
  person: PersonDetail;
  self: boolean;
  /** Names and position are for who manages people. */
  manages: boolean;
  onClose: () => void;
}

const linesOf = (person: PersonDetail, manages: boolean): Record<string, string> => ({
  ...(manages && {
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    position_title: person.position_title ?? '',
  }),
  phone_number: person.phone_number ?? '',
  location: person.location ?? '',
  time_zone: person.time_zone ?? 'UTC',
  pronouns: person.pronouns ?? '',
  birth_date: person.birth_date ?? '',
});
const partsOf = (person: PersonDetail): Parts => ({
  profile_url: person.profile_url ?? null,
  skills: person.skills ?? [],
  working_hours: person.working_hours ?? null,
  hidden_fields: person.hidden_fields ?? [],
});
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Only what was changed: what somebody else changed meanwhile stays. */
const changed = (before: object, after: object): [string, unknown][] =>
  Object.entries(after).filter(([name, value]) => !same(value, before[name as keyof typeof before]));

export function EditPerson({ employee_id, person, self, manages, onClose }: EditPersonProps) {
  const id = useId();
  const offline = useOffline();
  const [before] = useState(() => ({ lines: linesOf(person, manages), parts: partsOf(person) }));
  const [parts, setParts] = useState(before.parts);
  const [uploading, setUploading] = useState(false);
  const form = useForm(
    before.lines,
    { phone_number: phoneNumber, ...(manages && { first_name: required, last_name: required }) },
    async (lines) => {
      const changes = Object.fromEntries([...changed(before.lines, lines), ...changed(before.parts, parts)]);
      if (changes['birth_date'] === '') changes['birth_date'] = null;
      if (Object.keys(changes).length) await updatePerson({ employee_id, ...changes } as RequestOf<typeof update>);
      showToast({ text: 'Saved' });
      onClose();
    },
    peopleTexts,
  );
  const put = (some: Partial<Parts>) => setParts((all) => ({ ...all, ...some }));
  const busy = (form.busy && 'Saving…') || (uploading && 'Uploading…');
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={form.unsaved || !same(parts, before.parts)}
      title="Edit profile"
      actions={
        <>
          <Button kind="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={offline} busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} className="ll-form" onSubmit={form.submit} noValidate>
        {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
        {form.error ? <ErrorNote text={form.error} /> : null}
        <PersonPhoto
          name={[person.first_name, person.last_name].filter(Boolean).join(' ')}
          value={parts.profile_url}
          onChange={(profile_url) => put({ profile_url })}
          onBusy={setUploading}
        />
        <PersonFields form={form} parts={parts} put={put} {...{ person, self, manages }} />
      </form>
    </Dialog>
  );
}
