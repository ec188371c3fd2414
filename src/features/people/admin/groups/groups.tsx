// The groups of the company: which there are, by what, and how many are in each.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus, UsersRound } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { useOffline } from '#src/realtime/hooks.ts';
import { useMayManage } from '../../reach/may-manage.ts';
import { peopleCount } from '../../roles/words.ts';
import { useFollowCompany } from '../follow.ts';
import { Awaited, Frame } from '../frame.tsx';
import { type Group, groupsKey, groupsQuery } from './data.ts';

export function Groups() {
  const query = useQuery({ ...groupsQuery, enabled: useMayManage() });
  useFollowCompany(groupsKey);
  const offline = useOffline();
  return (
    <Frame
      title="Groups"
      actions={
        <Button asChild kind="primary" icon={Plus}>
          <Link to="/admin/groups/new">New group</Link>
        </Button>
      }
    >
      <p className="ll-muted ll-admin-intro">
        Groups are who something is sent to or meant for. Choose who is in one, or say what they have in common and it
        keeps itself current.
      </p>
      {query.data ? <List groups={query.data} /> : <Awaited query={query} offline={offline} what="the groups" />}
    </Frame>
  );
}

function List({ groups }: { groups: readonly Group[] }) {
  if (!groups.length)
    return <EmptyState icon={UsersRound} title="No groups yet" text="First aiders, night shift, new this month …" />;
  return (
    <ul className="ll-groups">
      {groups.map(({ group_id, group_name, group_description, rule, provisioned, members }) => (
        <li key={group_id}>
          <Link to="/admin/groups/$group_id" params={{ group_id }} className="ll-group">
            <span className="ll-department-what">
              <span className="ll-strong">{group_name}</span>
              {group_description ? <span className="ll-meta">{group_description}</span> : null}
            </span>
            {rule ? <Chip tone="outline">By criteria</Chip> : null}
            {provisioned ? <Chip tone="outline">From your identity provider</Chip> : null}
            <span className="ll-meta ll-digits">{peopleCount(members)}</span>
            <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
