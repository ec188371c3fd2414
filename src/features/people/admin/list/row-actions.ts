// What can be done with one person of the list; what the server would refuse is not offered. Asked when the menu of the row opens.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, ExternalLink, KeyRound, MailPlus, MessageCircle, Network, Pencil, UserCheck } from 'lucide-react';
import { errorText } from '#src/api/error-text.ts';
import { useModule } from '#src/kit/company/modules.ts';
import { isReachable } from '#src/kit/people/find-people.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import { useClient, useMay } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../messages.ts';
import { activate, activatedText, inviteAgain, setAccountStatus } from '../../mutations.ts';
import { useMayGive } from '../../reach/may-give.ts';
import { reachesEnd } from '../../reach/use-reach.ts';
import { type Role, rolesQuery, updateMembers } from '../../roles/data.ts';
import { type Listed, listKey } from './data.ts';

export type RowActions = (row: Listed) => Promise<readonly MenuGroup[]>;

/** One for the whole list. */
export function useRowActions(): RowActions {
  const client = useQueryClient();
  const { self } = useClient().context;
  const may = { give: useMayGive(), roles: useMay('roles.manage') };
  const ways = useWays(self);
  return async (row) => {
    // What can still be done with who has left is decided, and said, on their page.
    if (row.employee_account_status === 'DELETED') return [{ items: ways(row) }];
    const roles = await client.ensureQueryData(rolesQuery).catch((): Role[] => []);
    const held = roles.filter(({ role_id }) => row.role_ids?.includes(role_id));
    const ends = row.employee_id !== self && reachesEnd(roles, held, may);
    const free = may.roles ? roles.filter((role) => !held.includes(role) && may.give.all(role)) : [];
    return [
      { items: ways(row) },
      ...(ends ? [{ items: accountOf(client, row) }] : []),
      ...(free.length ? [{ label: 'Give a role', items: free.map((role) => giving(client, row, role)) }] : []),
    ];
  };
}

function useWays(self: string): (row: Listed) => MenuAction[] {
  const navigate = useNavigate();
  const chats = useModule('chat');
  return (row) => {
    const { employee_id } = row;
    const to = {
      profile: () => void navigate({ to: '/profile/$employee_id', params: { employee_id } }),
      message: () =>
        void navigate({
          to: '/connect/$entity_type/$entity_id',
          params: { entity_type: 'employee', entity_id: employee_id },
        }),
      chart: () => void navigate({ to: '/people/chart', search: { at: employee_id } }),
      edit: () => void navigate({ to: '/admin/people/$employee_id', params: { employee_id } }),
    };
    const there = isReachable(row);
    if (row.employee_account_status === 'DELETED') return [{ label: 'Open', icon: ExternalLink, onSelect: to.edit }];
    return [
      { label: 'Open profile', icon: ExternalLink, onSelect: to.profile },
      ...(chats && there && employee_id !== self
        ? [{ label: 'Message', icon: MessageCircle, onSelect: to.message }]
        : []),
      ...(there ? [{ label: 'Show in chart', icon: Network, onSelect: to.chart }] : []),
      { label: 'Edit', icon: Pencil, onSelect: to.edit },
    ];
  };
}

function accountOf(client: QueryClient, row: Listed): MenuAction[] {
  const { employee_id, employee_account_status: status } = row;
  const name = fullName(row);
  const on = () =>
    run(
      client,
      activate(employee_id).then((how) => activatedText(name, how)),
    );
  const off = () =>
    run(
      client,
      setAccountStatus(employee_id, 'SUSPENDED').then(() => `${name} is signed out everywhere and cannot log in.`),
      // Who has not accepted yet would be written to once more.
      status === 'ACTIVE' ? on : undefined,
    );
  const again = () =>
    run(
      client,
      inviteAgain(employee_id).then(() => 'A new invitation is on its way.'),
    );
  if (status === 'INVITED')
    return [
      { label: 'Send the invitation again', icon: MailPlus, onSelect: again },
      { label: 'Suspend', icon: Ban, onSelect: off },
    ];
  if (status === 'ACTIVE') return [{ label: 'Suspend', icon: Ban, onSelect: off }];
  return [{ label: 'Activate', icon: UserCheck, onSelect: on }];
}

const giving = (client: QueryClient, row: Listed, { role_id, role_name }: Role): MenuAction => ({
  label: role_name,
  icon: KeyRound,
  onSelect: () =>
    run(
      client,
      updateMembers(client, role_id, { add: [row.employee_id] }).then(() => `${fullName(row)} now has ${role_name}.`),
    ),
});

/** `work` resolves with what is told then, and `undo` takes it back. */
function run(client: QueryClient, work: Promise<string>, undo?: () => void): void {
  work.then(
    (text) => {
      showToast({ text, ...(undo && { action: { label: 'Undo', run: undo } }) });
      void client.invalidateQueries({ queryKey: listKey });
    },
    (thrown: unknown) => showToast({ text: errorText(thrown, peopleTexts) }),
  );
}
