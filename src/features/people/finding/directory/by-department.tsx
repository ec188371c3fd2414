// Colleagues below the departments that they are in, in the order of the tree. A department that is closed hides those below it, too.
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { departmentsQuery } from '../../admin/departments/data.ts';
import { type Colleague, countsQuery } from './data.ts';
import { asWideAsThereIs, Few, GridSkeleton } from './grid.tsx';
import { type Part, partsOf } from './parts.ts';
import type { DirectorySearch } from './search.ts';
import { type Colleagues, useColleagues } from './use-colleagues.ts';

/** With up to so many all departments are open at first. */
const FEW = 60;
/** So many are shown of a department, and so many more each time they are asked for. */
const STEP = 48;

interface ByDepartmentProps {
  search: DirectorySearch;
  /** Everybody who is looked for, as far as they are here. */
  found: Colleagues;
  columns: number;
}

export function ByDepartment({ search, found, columns }: ByDepartmentProps) {
  const { rows = [], total, whole } = found;
  const { data: departments = [] } = useQuery(departmentsQuery);
  const asked = useQuery({ ...countsQuery(search), enabled: !whole });
  const here = useMemo(
    () => (whole ? Map.groupBy(rows, (one) => one.department_id ?? null) : undefined),
    [whole, rows],
  );
  const counts = useMemo(
    () => (here ? new Map([...here].map(([id, people]) => [id, people.length])) : asked.data),
    [here, asked.data],
  );
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = ({ key }: Part) => turned.get(key) ?? total <= FEW;
  if (!counts)
    return asked.isError ? (
      <ErrorCard onRetry={() => void asked.refetch()} retrying={asked.isFetching} />
    ) : (
      <GridSkeleton columns={columns} lines={3} />
    );
  return (
    <VList
      className="ll-people-list"
      style={asWideAsThereIs}
      data={partsOf(departments, counts, isOpen)}
      data-scroller=""
    >
      {(part) => (
        <section key={part.key} className="ll-directory-part" style={depthOf(part)}>
          <h2>
            <button
              type="button"
              className="ll-directory-heading"
              aria-expanded={isOpen(part)}
              onClick={() => setTurned((before) => new Map(before).set(part.key, !isOpen(part)))}
            >
              <ChevronRight size={18} strokeWidth={1.9} aria-hidden="true" />
              <span className="ll-ellipsis">{part.name}</span>
              <span className="ll-meta ll-digits">{part.all.toLocaleString('en')}</span>
            </button>
          </h2>
          {isOpen(part) && part.own ? (
            here ? (
              <Own part={part} columns={columns} people={here.get(part.department_id) ?? []} />
            ) : (
              <Fetched part={part} columns={columns} search={search} />
            )
          ) : null}
        </section>
      )}
    </VList>
  );
}

const depthOf = ({ depth }: Part): CSSProperties & Record<`--${string}`, number> => ({
  '--ll-depth': Math.min(depth, 4),
});

interface OwnProps {
  part: Part;
  columns: number;
}

/** Who is in it itself. */
function Own({ part, columns, people, onMore }: OwnProps & { people: readonly Colleague[]; onMore?: () => void }) {
  const [shown, setShown] = useState(STEP);
  const left = part.own - shown;
  const more = () => {
    setShown(shown + STEP);
    if (people.length < shown + 2 * STEP) onMore?.();
  };
  return (
    <>
      <Few people={people.slice(0, shown)} columns={columns} label={part.name} />
      {left > 0 ? <Button kind="ghost" onClick={more}>{`Show ${Math.min(left, STEP)} more`}</Button> : null}
    </>
  );
}

function Fetched({ part, columns, search }: OwnProps & { search: DirectorySearch }) {
  const { rows, more, isError, isFetching, refetch } = useColleagues(search, part.department_id);
  if (rows) return <Own part={part} columns={columns} people={rows} onMore={more} />;
  if (isError) return <ErrorCard onRetry={() => void refetch()} retrying={isFetching} />;
  return <GridSkeleton columns={columns} lines={Math.min(2, Math.ceil(part.own / columns))} />;
}
