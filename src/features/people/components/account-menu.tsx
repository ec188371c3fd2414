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
import { inviteAgain, setAccountStatus } from '../mutations.ts';

export function AccountMenu({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const navigate = useNavigate();
  const name = fullName(person);
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      showToast({ text: done });
    } catch (error) {
      showToast({ text: errorText(error, peopleTexts) });
    }
  };
  const status = (next: 'ACTIVE' | 'INACTIVE') => setAccountStatus(person.employee_id, next);
  const off = () => run(() => status('INACTIVE'), `${name} is signed out everywhere and cannot log in.`);
  const on = () => run(() => status('ACTIVE'), `${name} can log in again.`);
  const items: MenuAction[] = [{ label: 'Edit', icon: Pencil, onSelect: onEdit }];
  if (person.employee_account_status === 'INVITED') {
    items.push({
      label: 'Send the invitation again',
      icon: MailPlus,
      onSelect: () => void run(() => inviteAgain(person.employee_id), 'A new invitation is on its way.'),
    });
  } else if (person.employee_account_status === 'ACTIVE') {
    items.push({ label: 'Deactivate', icon: UserMinus, onSelect: () => void off() });
  } else {
    items.push({ label: 'Activate', icon: UserCheck, onSelect: () => void on() });
  }
  // There it says what that does, and who takes over.
  const remove = () => void navigate({ to: '/admin/people/$employee_id', params: { employee_id: person.employee_id } });
  items.push({ label: 'Remove', icon: UserX, danger: true, onSelect: remove });
  return (
    <Menu label={`Account of ${name}`} groups={[{ items }]} align="end">
      {(trigger) => <IconButton icon={Ellipsis} label="Account" kind="soft" {...trigger} />}
    </Menu>
  );
}
