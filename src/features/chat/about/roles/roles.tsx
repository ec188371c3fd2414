// The roles that the admins of a space define, for them alone: what each allows; new ones, other words, away with one. Who has
// which is shown and changed at the members.
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/chat.ts';
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { attempt } from '../attempt.ts';
import { deleteRole } from '../mutations.ts';
import { rolesQuery } from '../queries.ts';
import { RoleDialog } from './role-dialog.tsx';
import { allowedText } from './role-words.ts';

export interface RolesProps {
  space: Space;
  offline: boolean;
}

type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'delete'; readonly role: SpaceRole };

export function Roles({ space: { space_id }, offline }: RolesProps) {
  const query = useQuery(rolesQuery(space_id));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const nowOf = (role: SpaceRole) => query.data?.find((one) => one.space_role_id === role.space_role_id) ?? role;
  return (
    <section className="ll-about-section" aria-labelledby="about-roles">
      <header className="ll-about-section-head">
        <h3 id="about-roles">Roles</h3>
        <IconButton
          icon={Plus}
          label="New role"
          size="small"
          disabled={offline}
          onClick={() => setOpen({ what: 'new' })}
        />
      </header>
      <List query={query} offline={offline} onOpen={setOpen} />
      {open?.what === 'delete' ? <Delete role={open.role} onClose={close} /> : null}
      {open?.what === 'new' || open?.what === 'edit' ? (
        <RoleDialog space_id={space_id} role={open.what === 'edit' ? nowOf(open.role) : undefined} onClose={close} />
      ) : null}
    </section>
  );
}

interface ListProps {
  query: {
    data: readonly SpaceRole[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  offline: boolean;
  onOpen: (open: Open) => void;
}

function List({ query, offline, onOpen }: ListProps) {
  const { data } = query;
  if (!data && offline) return <p className="ll-meta">Which roles there are needs a connection.</p>;
  if (!data && query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (!data) return <SkeletonRows label="roles" rows={1} size={32} />;
  if (!data.length) return <p className="ll-meta">With a role, members do some of what admins do.</p>;
  const why = offline && { unavailable: 'Needs a connection' };
  return (
    <ul>
      {data.map((role) => {
        const { space_role_id, space_role_name } = role;
        const items = [
          { label: 'Edit', icon: Pencil, onSelect: () => onOpen({ what: 'edit', role }), ...why },
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => onOpen({ what: 'delete', role }), ...why },
        ];
        return (
          <li key={space_role_id} className="ll-about-role">
            <span>
              <span className="ll-strong">{space_role_name}</span>
              <span className="ll-meta">{allowedText(role)}</span>
            </span>
            <Menu label={`Actions for ${space_role_name}`} groups={[{ items }]} align="end">
              {(trigger) => (
                <IconButton icon={Ellipsis} label={`Actions for ${space_role_name}`} size="small" {...trigger} />
              )}
            </Menu>
          </li>
        );
      })}
    </ul>
  );
}

function Delete({ role: { space_role_id, space_role_name }, onClose }: { role: SpaceRole; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await attempt(() => deleteRole(space_role_id));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${space_role_name}?`}
      action="Delete"
      danger
      busy={busy && 'Deleting…'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Whoever has it stays a member, without what it allows.
    </ConfirmDialog>
  );
}
