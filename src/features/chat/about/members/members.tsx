// Who is in a space: admins first, fifty at a time. Admins make admins and take people out.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, Shield, ShieldOff, UserMinus } from 'lucide-react';
import type { Space } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Menu, type MenuAction } from '#src/kit/ui/overlay/menu.tsx';
import { useClient, useConnection, usePresence } from '#src/realtime/hooks.ts';
import { attempt } from '../attempt.ts';
import { addMembers, removeMember, setRole } from '../mutations.ts';
import { type Member, membersQuery } from '../queries.ts';

export interface MembersProps {
  space: Space;
  admin: boolean;
  offline: boolean;
}

export function Members({ space, admin, offline }: MembersProps) {
  const query = useInfiniteQuery(membersQuery(space.space_id));
  const pages = query.data?.pages;
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
              <MemberRow key={member.employee_id} {...{ space, member, person, admin, offline }} />
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
}

function MemberRow({ space, member, person, admin, offline }: MemberRowProps) {
  const { employee_id, role } = member;
  const online = useConnection().state === 'online';
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
            {admin ? <MemberMenu space={space} member={member} person={person} offline={offline} /> : null}
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

function MemberMenu({ space, member, person, offline }: Omit<MemberRowProps, 'admin'>) {
  const { context } = useClient();
  const { space_id, space_name } = space;
  const { employee_id, role } = member;
  const name = fullName(person);
  const restore = async () => {
    const added = await attempt(() => addMembers(space_id, [employee_id]));
    if (added && role === 'admin') await attempt(() => setRole(space_id, employee_id, 'admin'));
  };
  const take = async () => {
    if (!(await attempt(() => removeMember(space_id, employee_id)))) return;
    showToast({ text: `${name} was removed from ${space_name}`, action: { label: 'Undo', run: () => void restore() } });
  };
  const change = (next: 'admin' | 'member') => () => void attempt(() => setRole(space_id, employee_id, next));
  const why = offline && { unavailable: 'Needs a connection' };
  const items: MenuAction[] = [
    role === 'admin'
      ? { label: 'Make member', icon: ShieldOff, onSelect: change('member'), ...why }
      : { label: 'Make admin', icon: Shield, onSelect: change('admin'), ...why },
  ];
  if (employee_id !== context.self) {
    items.push({ label: 'Remove from space', icon: UserMinus, danger: true, onSelect: () => void take(), ...why });
  }
  return (
    <Menu label={`Actions for ${name}`} groups={[{ items }]} align="end">
      {(trigger) => <IconButton icon={Ellipsis} label={`Actions for ${name}`} size="small" {...trigger} />}
    </Menu>
  );
}
