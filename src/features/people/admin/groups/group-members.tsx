// Who is in a group: shown in pages; of one with chosen members, put in and taken out.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { peopleTexts } from '../../messages.ts';
import { peopleCount } from '../../roles/words.ts';
import { Awaited } from '../frame.tsx';
import { type Group, groupsKey, membersQuery, updateMembers } from './data.ts';

export function GroupMembers({ group, offline }: { group: Group; offline: boolean }) {
  const { group_id } = group;
  // Who is in it is not chosen here.
  const fixed = group.rule !== null || group.provisioned;
  const client = useQueryClient();
  const query = useInfiniteQuery(membersQuery(group_id));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const people = query.data?.pages.flatMap((page) => page.items);
  const change = async (who: Parameters<typeof updateMembers>[1]) => {
    setError(undefined);
    try {
      await updateMembers(group_id, who);
      if (who.add) setChosen([]);
      await client.invalidateQueries({ queryKey: groupsKey });
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
    }
  };
  return (
    <section className="ll-admin-part" aria-labelledby="group-members">
      <h2 id="group-members" className="ll-section">
        {people ? `In it: ${peopleCount(query.data?.pages[0]?.total ?? 0)}` : 'In it'}
      </h2>
      {error ? <ErrorNote text={error} /> : null}
      {fixed || offline ? null : (
        <div className="ll-group-add">
          <PeoplePicker
            label="Add colleagues"
            chosen={chosen}
            onChange={setChosen}
            except={new Set(people?.map((one) => one.employee_id))}
          />
          <div>
            <Button icon={UserPlus} disabled={!chosen.length} onClick={() => void change({ add: chosen })}>
              {chosen.length ? `Add ${peopleCount(chosen.length)}` : 'Add'}
            </Button>
          </div>
        </div>
      )}
      {people ? null : <Awaited query={query} offline={offline} what="who is in it" />}
      <ul className="ll-groups">
        {people?.map((person) => (
          <li key={person.employee_id}>
            <PersonRow
              person={person}
              line={person.position_title}
              trailing={
                fixed ? null : (
                  <IconButton
                    icon={X}
                    label={`Take ${fullName(person)} out`}
                    disabled={offline}
                    onClick={() => void change({ remove: [person.employee_id] })}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <div>
          <Button busy={query.isFetchingNextPage && 'Loading…'} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
}
