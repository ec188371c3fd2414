// What somebody who manages people can do with an account: invite again, switch off and on, remove.
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, MailPlus, Pencil, UserCheck, UserMinus, UserX } from 'lucide-react';
import type { Person } from '#contract/people.ts';
import { errorText } from '#src/api/error-text.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { MenuAction } from '#src/kit/ui/overlay/menu-items.ts';
import { peopleTexts } from '../messages.ts';
import { activate, activatedText, inviteAgain, setAccountStatus } from '../mutations.ts';
import { useReach } from '../reach/use-reach.ts';

export interface AccountMenuProps {
  person: Person;
  role_ids: readonly string[] | undefined;
  onEdit: () => void;
}

export function AccountMenu({ person, role_ids, onEdit }: AccountMenuProps) {
  const navigate = useNavigate();
  const { ends } = useReach(role_ids);
  const name = fullName(person);
  const run = async <T,>(work: () => Promise<T>, done: string | ((result: T) => string), undo?: () => void) => {
    try {
      const result = await work();
      const text = typeof done === 'string' ? done : done(result);
      showToast({ text, ...(undo && { action: { label: 'Undo', run: undo } }) });
    } catch (error) {
      showToast({ text: errorText(error, peopleTexts) });
    }
  };
  const { employee_id, employee_account_status: status } = person;
  const on = () =>
    run(
      () => activate(employee_id),
      (how) => activatedText(name, how),
    );
  const off = () =>
    run(
      () => setAccountStatus(employee_id, 'INACTIVE'),
      `${name} is signed out everywhere and cannot log in.`,
      () => void on(),
    );
  const items: MenuAction[] = [{ label: 'Edit', icon: Pencil, onSelect: onEdit }];
  if (status === 'INVITED') {
    items.push({
      label: 'Send the invitation again',
      icon: MailPlus,
      onSelect: () => void run(() => inviteAgain(employee_id), 'A new invitation is on its way.'),
    });
  } else if (ends && status === 'ACTIVE') {
    items.push({ label: 'Deactivate', icon: UserMinus, onSelect: () => void off() });
  } else if (ends) {
    items.push({ label: 'Activate', icon: UserCheck, onSelect: () => void on() });
  }
  // There it says what that does, and who takes over.
  const remove = () => void navigate({ to: '/admin/people/$employee_id', params: { employee_id } });
  if (ends) items.push({ label: 'Remove', icon: UserX, danger: true, onSelect: remove });
  return (
    <Menu label={`Account of ${name}`} groups={[{ items }]} align="end">
      {(trigger) => <IconButton icon={Ellipsis} label="Account" kind="soft" {...trigger} />}
    </Menu>
  );
}
