// A new role of the company's own, empty or with what another one allows.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#src/api/errors.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { useMayGive } from '../reach/may-give.ts';
import { createRole, newId, rolesQuery } from './data.ts';
import { Awaited, Frame } from './frame.tsx';
import { RoleForm } from './role-form.tsx';

const LONGEST_NAME = 60;

/** `from`: the role_id of the one to copy. */
export const NewRole = ({ from }: { from: string | undefined }) => (
  <Frame title="New role" below>
    <Filled from={from} />
  </Frame>
);

function Filled({ from }: { from: string | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({ ...rolesQuery, enabled: from !== undefined });
  const offline = useOffline();
  const mayGive = useMayGive();
  const [role_id, setRoleId] = useState(newId);
  if (from !== undefined && !query.data) return <Awaited query={query} offline={offline} />;
  // One that was deleted meanwhile leaves an empty form.
  const source = query.data?.find((role) => role.role_id === from);
  const given = {
    role_name: source ? `Copy of ${source.role_name}`.slice(0, LONGEST_NAME) : '',
    permissions: source?.permissions.filter(mayGive.one) ?? [],
  };
  const create = async ({ role_name = '', permissions = [] }: Partial<typeof given>) => {
    try {
      await createRole(client, role_id, { role_name, permissions });
    } catch (thrown) {
      // Perhaps an earlier one arrived under this id, without its answer, and was something else: the next one is another role.
      if (thrown instanceof ApiError && thrown.code === 'INVALID_REQUEST') setRoleId(newId());
      throw thrown;
    }
    showToast({ text: `${role_name} was created. Now give it to people.` });
    await navigate({ to: '/admin/roles/$role_id', params: { role_id }, replace: true });
  };
  return (
    <RoleForm
      given={given}
      fresh
      offline={offline}
      onSave={(fields) => create({ ...fields, permissions: [...(fields.permissions ?? [])] })}
    />
  );
}
