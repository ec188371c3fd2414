// One group, or a new one: its name, by what people are in it, who they are, and away with it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { BackLink } from '#src/kit/ui/layout/page.tsx';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { peopleTexts } from '../../messages.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { useFollowCompany } from '../follow.ts';
import { Awaited, Frame } from '../frame.tsx';
import { deleteGroup, type Group, groupsKey, groupsQuery } from './data.ts';
import { GroupForm } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';

const back = <BackLink to="/admin/groups">Groups</BackLink>;

export function NewGroup() {
  const navigate = useNavigate();
  const offline = useOffline();
  const [group_id] = useState(() => uuid());
  return (
    <Frame title="New group" back={back}>
      <GroupForm
        group={undefined}
        group_id={group_id}
        offline={offline}
        onSaved={() => void navigate({ to: '/admin/groups/$group_id', params: { group_id }, replace: true })}
      />
    </Frame>
  );
}

export function GroupPage({ group_id }: { group_id: string }) {
  const query = useQuery({ ...groupsQuery, enabled: useMayManage() });
  useFollowCompany(groupsKey);
  const offline = useOffline();
  const [deleting, setDeleting] = useState(false);
  const group = query.data?.find((one) => one.group_id === group_id);
  const missing = query.data && !group && !query.isFetching;
  return (
    <Frame title={group?.group_name ?? 'Group'} back={back}>
      {group ? (
        <div className="ll-admin-parts">
          {group.provisioned ? (
            <p className="ll-muted">
              From your identity provider: its name and who is in it are changed there. {group.group_description}
            </p>
          ) : (
            <GroupForm {...{ group, group_id, offline, deleting }} />
          )}
          <GroupMembers group={group} offline={offline} />
          {group.provisioned ? null : <Delete {...{ group, offline }} onDeleting={setDeleting} />}
        </div>
      ) : missing ? (
        <EmptyState
          icon={UsersRound}
          title="This group does not exist any more."
          action={
            <Button asChild>
              <Link to="/admin/groups">See all groups</Link>
            </Button>
          }
        />
      ) : (
        <Awaited query={query} offline={offline} what="the group" />
      )}
    </Frame>
  );
}

interface DeleteProps {
  group: Group;
  offline: boolean;
  onDeleting: (deleting: boolean) => void;
}

function Delete({ group: { group_id, group_name }, offline, onDeleting }: DeleteProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    onDeleting(true);
    try {
      await deleteGroup(group_id);
      showToast({ text: `${group_name} is deleted.` });
      await navigate({ to: '/admin/groups', replace: true });
      await client.invalidateQueries(groupsQuery);
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
      onDeleting(false);
      setBusy(false);
      setAsks(false);
    }
  };
  return (
    <section className="ll-admin-part" aria-labelledby="delete-group">
      <h2 id="delete-group" className="ll-section">
        Delete this group
      </h2>
      <p className="ll-muted">The people in it stay in the company.</p>
      <div>
        <Button disabled={offline} onClick={() => setAsks(true)}>
          Delete group
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        title={`Delete ${group_name}?`}
        action="Delete group"
        danger
        busy={busy && 'Deleting…'}
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      >
        It cannot be brought back.
      </ConfirmDialog>
    </section>
  );
}
