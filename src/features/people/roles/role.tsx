// One role: what it allows, who has it, and away with it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../messages.ts';
import { useMayGive } from '../reach/may-give.ts';
import { deleteRole, forget, type Role, rolesQuery, updateRole } from './data.ts';
import { Awaited, Frame, Gone } from './frame.tsx';
import { PermissionBoxes } from './permission-boxes.tsx';
import { RoleForm } from './role-form.tsx';
import { RolePeople } from './role-people.tsx';
import { peopleCount } from './words.ts';

export function RolePage({ role_id }: { role_id: string }) {
  const manages = useMay('roles.manage');
  const query = useQuery({ ...rolesQuery, enabled: manages });
  const offline = useOffline();
  // It goes from the list before the page does: meanwhile it is shown as it was.
  const [deleting, setDeleting] = useState<Role>();
  const role = deleting ?? query.data?.find((one) => one.role_id === role_id);
  // What was kept may be older than the role.
  const missing = query.data !== undefined && !role;
  const { refetch } = query;
  useEffect(() => {
    if (missing && manages) void refetch();
  }, [missing, manages, refetch]);
  return (
    <Frame title={role?.role_name ?? 'Role'} below>
      {role ? (
        <One role={role} offline={offline} onDeleting={setDeleting} />
      ) : missing && (offline || !(query.isFetching || query.isError)) ? (
        <Gone />
      ) : (
        <Awaited query={query} offline={offline} />
      )}
    </Frame>
  );
}

interface OneProps {
  role: Role;
  offline: boolean;
  onDeleting: (role: Role | undefined) => void;
}

function One({ role, offline, onDeleting }: OneProps) {
  const client = useQueryClient();
  const mayGive = useMayGive();
  const { role_id, role_name, built_in } = role;
  const within = mayGive.all(role);
  const own = built_in === null;
  const save = async (fields: Parameters<typeof updateRole>[2]) => {
    await updateRole(client, role_id, fields);
    showToast({ text: `${fields.role_name ?? role_name} is saved.` });
  };
  return (
    <>
      {own && within ? (
        <RoleForm
          given={role}
          offline={offline}
          onSave={({ permissions, ...rest }) =>
            save({ ...rest, ...(permissions && { permissions: [...permissions] }) })
          }
        />
      ) : (
        <>
          <p className="ll-muted">
            {own
              ? 'It allows something that you may not do yourself, so you cannot change it.'
              : 'Made with the company. What it allows cannot be changed.'}
          </p>
          <div className="ll-settings-buttons">
            <Button asChild icon={Copy}>
              <Link to="/admin/roles/new" search={{ from: role_id }}>
                Make a copy
              </Link>
            </Button>
          </div>
          <div className="ll-role-form">
            <PermissionBoxes chosen={new Set(role.permissions)} />
          </div>
        </>
      )}
      <RolePeople role={role} within={within} offline={offline} />
      {own && within ? <DeleteRole role={role} offline={offline} onDeleting={onDeleting} /> : null}
    </>
  );
}

function DeleteRole({ role, offline, onDeleting }: OneProps) {
  const { role_id, role_name, members } = role;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    onDeleting(role);
    try {
      await deleteRole(role_id);
      showToast({ text: `${role_name} is deleted.` });
      await navigate({ to: '/admin/roles', replace: true });
      forget(client, role_id);
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
      onDeleting(undefined);
      setBusy(false);
      setAsks(false);
    }
  };
  return (
    <section className="ll-settings-part" aria-labelledby="delete-role">
      <h2 id="delete-role" className="ll-section">
        Delete this role
      </h2>
      <p className="ll-muted">Whoever has it stays in the company, without what it allows.</p>
      <div className="ll-settings-buttons">
        <Button disabled={offline} onClick={() => setAsks(true)}>
          Delete role
        </Button>
        {offline ? <p className="ll-meta">Deleting it needs a connection.</p> : null}
      </div>
      <ConfirmDialog
        open={asks}
        title={`Delete ${role_name}?`}
        action="Delete role"
        danger
        busy={busy && 'Deleting…'}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        {members === 0
          ? 'Nobody has it. It cannot be brought back.'
          : `${peopleCount(members)} ${members === 1 ? 'loses' : 'lose'} what it allows immediately. It cannot be brought back.`}
      </ConfirmDialog>
    </section>
  );
}
