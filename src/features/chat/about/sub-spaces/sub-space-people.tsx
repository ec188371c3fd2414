// Who is in a private sub-space; admins of the space let others of its members in and take them out again.
import { useQuery } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Space, SubSpace } from '#contract/chat.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { attempt } from '../attempt.ts';
import { pastText } from '../members/past-text.ts';
import { addToSubSpace, removeFromSubSpace } from '../mutations.ts';
import { memberIdsQuery, subSpaceMembersQuery } from '../queries.ts';

export interface SubSpacePeopleProps {
  space: Space;
  sub: SubSpace;
  admin: boolean;
  onClose: () => void;
}

export function SubSpacePeople({ space, sub, admin, onClose }: SubSpacePeopleProps) {
  const { sub_space_id, sub_space_name } = sub;
  const inside = useQuery(subSpaceMembersQuery(sub_space_id));
  const all = useQuery({ ...memberIdsQuery(space.space_id), enabled: admin });
  const offline = useOffline();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const except = useMemo(() => new Set(inside.data), [inside.data]);
  const among = useMemo(() => new Set(all.data), [all.data]);
  const add = async () => {
    setBusy(true);
    if (await attempt(() => addToSubSpace(sub_space_id, chosen))) {
      setChosen([]);
      await inside.refetch();
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`People in ${sub_space_name}`}
      actions={
        admin && chosen.length ? (
          <Button kind="primary" disabled={offline} busy={busy && 'Adding…'} onClick={() => void add()}>
            {`Add ${chosen.length === 1 ? '1 colleague' : `${chosen.length} colleagues`}`}
          </Button>
        ) : (
          <Button kind="ghost" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <div className="ll-about-form">
        {admin ? (
          <PeoplePicker
            label="Let somebody in"
            hint={`Members of the space. ${pastText(space)}`}
            chosen={chosen}
            onChange={setChosen}
            except={except}
            among={among}
          />
        ) : null}
        <Inside query={inside} sub={sub} admin={admin} offline={offline} />
      </div>
    </Dialog>
  );
}

interface InsideProps {
  query: {
    data: readonly string[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  sub: SubSpace;
  admin: boolean;
  offline: boolean;
}

function Inside({ query, sub: { sub_space_id, sub_space_name }, admin, offline }: InsideProps) {
  const people = useDirectory();
  const { context } = useClient();
  if (!query.data) {
    if (offline) return <p className="ll-meta">Who is in it needs a connection.</p>;
    if (query.isError) return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
    return <SkeletonRows label="people" rows={3} size={32} />;
  }
  const take = async (employee_id: string) => {
    if (await attempt(() => removeFromSubSpace(sub_space_id, employee_id))) await query.refetch();
  };
  return (
    <ul aria-label={`In ${sub_space_name}`}>
      {query.data.map((employee_id) => {
        const person = people.get(employee_id);
        const removable = admin && employee_id !== context.self;
        return person ? (
          <li key={employee_id}>
            <PersonRow
              person={person}
              line={person.position_title}
              size={32}
              trailing={
                removable ? (
                  <IconButton
                    icon={UserMinus}
                    label={`Remove ${fullName(person)}`}
                    size="small"
                    disabled={offline}
                    onClick={() => void take(employee_id)}
                  />
                ) : null
              }
            />
          </li>
        ) : null;
      })}
    </ul>
  );
}
