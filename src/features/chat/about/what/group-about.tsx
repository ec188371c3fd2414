// About a group: who is in it, its name, adding colleagues, leaving.
import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, Pencil, Plus } from 'lucide-react';
import { type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addToGroup, leaveGroup, renameGroup } from '#contract/chat/groups.ts';
import type { Entry } from '#contract/chat.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { groupName } from '#src/kit/people/names.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { groupTexts } from '../../messages.ts';
import { attempt } from '../attempt.ts';
import { Tile } from './tile.tsx';

type Group = NonNullable<Entry['group']>;
interface About {
  conversation_id: string;
  group: Group;
}

export function GroupAbout({ conversation_id, group }: About) {
  const { self } = useClient().context;
  const people = useDirectory();
  const offline = useOffline();
  const [open, setOpen] = useState<'add' | 'name' | 'leave'>();
  const close = () => setOpen(undefined);
  const about = { conversation_id, group };
  return (
    <>
      <div className="ll-about-actions">
        <Tile icon={Plus} label="Add" tip="Add people" disabled={offline} onClick={() => setOpen('add')} />
        <Tile icon={Pencil} label="Rename" tip="Rename this group" disabled={offline} onClick={() => setOpen('name')} />
        <Tile icon={LogOut} label="Leave" tip="Leave this group" disabled={offline} onClick={() => setOpen('leave')} />
      </div>
      {offline ? <p className="ll-meta">Changing a group needs a connection.</p> : null}
      <section className="ll-about-section" aria-labelledby="about-group">
        <header className="ll-about-section-head">
          <h3 id="about-group">People</h3>
          <span className="ll-meta ll-digits">{group.employee_ids.length}</span>
        </header>
        <ul>
          {group.employee_ids.map((employee_id) => {
            const person = people.get(employee_id);
            const shown = person ?? { first_name: 'Former', last_name: 'employee' };
            return (
              <li key={employee_id}>
                <PersonRow
                  person={shown}
                  size={32}
                  line={employee_id === self ? 'You' : person?.position_title}
                  {...(person && {
                    link: (content) => (
                      <Link to="/profile/$employee_id" params={{ employee_id }} className="ll-person-main">
                        {content}
                      </Link>
                    ),
                  })}
                />
              </li>
            );
          })}
        </ul>
      </section>
      {open === 'add' ? <Add {...about} onClose={close} /> : null}
      {open === 'name' ? <Rename {...about} onClose={close} /> : null}
      <Leave {...about} open={open === 'leave'} name={groupName(group, people, self)} onClose={close} />
    </>
  );
}

interface Asking extends About {
  onClose: () => void;
}

function useFirst(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}

function Add({ conversation_id, group, onClose }: Asking) {
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  useFirst(search);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const inside = useMemo(() => new Set(group.employee_ids), [group]);
  const form = useForm(
    {},
    {},
    async () => {
      setMissing(!chosen.length);
      if (!chosen.length) return search.current?.focus();
      await app.call(addToGroup, { conversation_id, employee_ids: [...chosen] });
      return onClose();
    },
    groupTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      unsaved={chosen.length > 0}
      title="Add people"
      actions={<Actions form={id} action="Add" busy={form.busy && 'Adding…'} onClose={onClose} />}
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

function Rename({ conversation_id, group, onClose }: Asking) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useFirst(field);
  const form = useForm(
    { name: group.name },
    {},
    async ({ name }) => {
      await app.call(renameGroup, { conversation_id, name });
      onClose();
    },
    groupTexts,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename group"
      actions={<Actions form={id} action="Save" busy={form.busy && 'Saving…'} onClose={onClose} />}
    >
      <form id={id} className="ll-about-form" onSubmit={form.submit} noValidate>
        {form.error ? <ErrorNote text={form.error} /> : null}
        <TextField
          ref={field}
          label="Name"
          hint="Without one it goes by who is in it."
          {...form.field('name')}
          maxLength={80}
        />
      </form>
    </Dialog>
  );
}

interface ActionsProps {
  form: string;
  action: string;
  busy: string | false;
  onClose: () => void;
}

function Actions({ form, action, busy, onClose }: ActionsProps) {
  return (
    <>
      <Button kind="ghost" onClick={onClose}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" form={form} busy={busy}>
        {action}
      </Button>
    </>
  );
}

function Leave({ conversation_id, open, name, onClose }: Asking & { open: boolean; name: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    const left = await attempt(() => app.call(leaveGroup, { conversation_id }), groupTexts);
    setBusy(false);
    onClose();
    if (left) await navigate({ to: '/connect' });
  };
  return (
    <ConfirmDialog
      open={open}
      title={`Leave ${name}?`}
      action="Leave"
      danger
      busy={busy && 'Leaving…'}
      onConfirm={() => void leave()}
      onCancel={onClose}
    >
      Somebody in it can add you again. What was said in it leaves this device.
    </ConfirmDialog>
  );
}
