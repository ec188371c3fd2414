// Who has a role: shown in pages, given to more, taken from one.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserPlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Employee } from '#contract/people.ts';
import { errorText } from '#src/api/error-text.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { peopleTexts } from '../messages.ts';
import { type Role, rolePeopleQuery, updateMembers } from './data.ts';
import { GiveRole } from './give-role.tsx';

export interface RolePeopleProps {
  role: Role;
  /** The person at the device holds all that it allows: else they can neither give nor take it. */
  within: boolean;
  offline: boolean;
}

export function RolePeople({ role, within, offline }: RolePeopleProps) {
  const { role_id, role_name } = role;
  const client = useQueryClient();
  const query = useInfiniteQuery(rolePeopleQuery(role_id));
  const [giving, setGiving] = useState(false);
  const [taking, setTaking] = useState<string>();
  const [error, setError] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its row.
  const focus = useFocusKept({ next: () => title.current });
  const people = query.data?.pages.flatMap((page) => page.items);
  const fixed = offline || !within;

  const change = async (who: Parameters<typeof updateMembers>[2]): Promise<boolean> => {
    setError(undefined);
    try {
      await updateMembers(client, role_id, who);
      return true;
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
      return false;
    }
  };
  /** Also when this page was left meanwhile. */
  const undo = (who: Parameters<typeof updateMembers>[2]) =>
    updateMembers(client, role_id, who).catch((thrown: unknown) => showToast({ text: errorText(thrown, peopleTexts) }));
  const take = async (person: Employee) => {
    const ids = [person.employee_id];
    setTaking(person.employee_id);
    if (await change({ remove: ids }))
      showToast({
        text: `${fullName(person)} no longer has ${role_name}.`,
        action: { label: 'Undo', run: () => void undo({ add: ids }) },
      });
    setTaking(undefined);
  };

  return (
    <section className="ll-settings-part" aria-labelledby="role-people" {...focus}>
      <div className="ll-role-people-head">
        <h2 id="role-people" ref={title} className="ll-section" tabIndex={-1}>
          People
        </h2>
        <Button icon={UserPlus} disabled={fixed || !people} onClick={() => setGiving(true)}>
          Add people
        </Button>
      </div>
      {error ? <ErrorNote text={error} /> : null}
      {people?.length ? (
        <ul className="ll-role-people" aria-label={`People with ${role_name}`}>
          {people.map((person) => (
            <li key={person.employee_id}>
              <PersonRow
                person={person}
                line={person.position_title}
                link={(content) => (
                  <Link
                    to="/profile/$employee_id"
                    params={{ employee_id: person.employee_id }}
                    className="ll-person-main"
                  >
                    {content}
                  </Link>
                )}
                trailing={
                  <IconButton
                    icon={X}
                    label={`Take the role from ${fullName(person)}`}
                    disabled={fixed}
                    aria-disabled={taking !== undefined}
                    onClick={() => (taking === undefined ? void take(person) : undefined)}
                  />
                }
              />
            </li>
          ))}
        </ul>
      ) : people ? (
        <p className="ll-muted">Nobody has it yet.</p>
      ) : offline ? null : query.isError ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <SkeletonRows label="people" rows={Math.min(Math.max(role.members, 1), 5)} />
      )}
      {query.hasNextPage ? (
        <div className="ll-settings-buttons">
          <Button
            disabled={offline}
            busy={query.isFetchingNextPage && 'Loading…'}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        </div>
      ) : null}
      {query.isFetchNextPageError && !offline ? <ErrorCard onRetry={() => void query.fetchNextPage()} /> : null}
      {offline ? (
        <p className="ll-meta" role="status">
          {people ? 'Changing who has it needs a connection.' : 'Seeing who has it needs a connection.'}
        </p>
      ) : null}
      {within ? null : <p className="ll-meta">Only people who may do everything it allows can decide who has it.</p>}
      {giving && people ? (
        <GiveRole role={role} except={new Set(people.map((one) => one.employee_id))} onClose={() => setGiving(false)} />
      ) : null}
    </section>
  );
}
