// Who is in a space: admins first, fifty at a time. Admins say what somebody is in it; who manages members takes people out.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, Shield, ShieldOff, UserMinus } from 'lucide-react';
import { useMemo } from 'react';
import type { Space } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import { useOnline, usePresence } from '#src/realtime/hooks.ts';
import { attempt } from '../attempt.ts';
import { setRole } from '../mutations.ts';
import { type Member, membersQuery, rolesQuery } from '../queries.ts';
import { useTakeOut } from './take-out.tsx';

export interface MembersProps {
  space: Space;
  admin: boolean;
  /** Whether the person takes others out. */
  manages: boolean;
  offline: boolean;
}

export function Members({ space, admin, manages, offline }: MembersProps) {
  const query = useInfiniteQuery(membersQuery(space.space_id));
  const pages = query.data?.pages;
  const roles = useRoles(space.space_id, admin || (pages?.some(anyRole) ?? false));
  const people = useDirectory();
  return (
    <section className="ll-about-section" aria-labelledby="about-members">
      <header className="ll-about-section-head">
        <h3 id="about-members">Members</h3>
        <span className="ll-meta ll-digits">{space.total_members}</span>
      </header>
      <ul>
        {pages?.map(({ items }) =>
          items.map((member) => {
            const person = people.get(member.employee_id);
            return person ? (
              <MemberRow key={member.employee_id} {...{ space, member, person, roles, admin, manages, offline }} />
            ) : null;
          }),
        )}
      </ul>
      {pages ? null : <Nobody query={query} offline={offline} expected={space.total_members} />}
      {query.hasNextPage ? (
        <button
          type="button"
          className="ll-about-more"
          disabled={offline}
          aria-disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
        >
          {query.isFetchingNextPage ? 'Loading…' : pages?.length === 1 ? `See all ${space.total_members}` : 'Show more'}
          <ChevronRight size={16} strokeWidth={1.9} aria-hidden="true" />
        </button>
      ) : null}
      {query.isFetchNextPageError && !offline ? <ErrorCard onRetry={() => void query.fetchNextPage()} /> : null}
    </section>
  );
}

const anyRole = ({ items }: { items: readonly Member[] }) => items.some(({ space_role_id }) => space_role_id);

type RolesById = ReadonlyMap<string, SpaceRole>;

/** By id, in the order of their names. Asked for only where there are any to be shown. */
function useRoles(space_id: string, enabled: boolean): RolesById {
  const { data } = useQuery({ ...rolesQuery(space_id), enabled });
  return useMemo(() => new Map(data?.map((role) => [role.space_role_id, role])), [data]);
}

interface NobodyProps {
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
  offline: boolean;
  expected: number;
}

function Nobody({ query, offline, expected }: NobodyProps) {
  if (offline)
    return <p className="ll-meta">Who is in it was not looked at on this device yet. It needs a connection.</p>;
  if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonRows label="members" rows={Math.min(expected, 6)} size={32} />;
}

interface MemberRowProps extends MembersProps {
  member: Member;
  person: Person;
  roles: RolesById;
}

function MemberRow(props: MemberRowProps) {
  const { member, person, roles } = props;
  const { employee_id, role, space_role_id } = member;
  const named = roles.get(space_role_id ?? '');
  const online = useOnline();
  const presence = usePresence(employee_id);
  return (
    <li className="ll-about-member">
      <PersonRow
        person={person}
        line={person.position_title}
        size={32}
        presence={online ? presence : undefined}
        trailing={
          <>
            {role === 'admin' ? <Chip tone="outline">Admin</Chip> : null}
            {named ? <Chip>{named.space_role_name}</Chip> : null}
            <MemberMenu {...props} />
          </>
        }
        link={(content) => (
          <Link to="/profile/$employee_id" params={{ employee_id }} className="ll-person-main">
            {content}
          </Link>
        )}
      />
    </li>
  );
}

/** Nothing where the person can do nothing with this member. */
function MemberMenu(props: MemberRowProps) {
  const { space, member, person, roles, admin, manages, offline } = props;
  const { employee_id, role, space_role_id } = member;
  const { space_id } = space;
  const name = fullName(person);
  const space_role = roles.get(space_role_id ?? '') ?? null;
  const { take, question } = useTakeOut({ space, member, name, space_role, admin, manages });
  const why = offline && { unavailable: 'Needs a connection' };
  const change = (next: 'admin' | 'member', role_id?: string | null) => () =>
    void attempt(() => setRole(space_id, employee_id, next, role_id));
  const groups: MenuGroup[] = [];
  if (admin) {
    const made: MenuAction =
      role === 'admin'
        ? { label: 'Make member', icon: ShieldOff, onSelect: change('member'), ...why }
        : { label: 'Make admin', icon: Shield, onSelect: change('admin'), ...why };
    groups.push({ items: [made] });
  }
  if (admin && role === 'member' && roles.size) {
    const choices = [...roles.values()].map((one) => ({
      label: one.space_role_name,
      checked: one.space_role_id === space_role_id,
      onSelect: change('member', one.space_role_id),
      ...why,
    }));
    // No role can be called that.
    const none = { label: 'Member', checked: space_role_id === null, onSelect: change('member', null), ...why };
    groups.push({ label: 'Role', items: [none, ...choices] });
  }
  if (take)
    groups.push({ items: [{ label: 'Remove from space', icon: UserMinus, danger: true, onSelect: take, ...why }] });
  if (!groups.length) return null;
  return (
    <>
      <Menu label={`Actions for ${name}`} groups={groups} align="end">
        {(trigger) => <IconButton icon={Ellipsis} label={`Actions for ${name}`} size="small" {...trigger} />}
      </Menu>
      {question}
    </>
  );
}
