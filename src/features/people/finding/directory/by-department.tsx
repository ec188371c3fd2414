// Colleagues below the departments that they are in, in the order of the tree. A department that is closed hides those below it, too.
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { VList } from 'virtua';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { type Department, departmentsQuery } from '../../admin/departments/data.ts';
import { type Colleague, countsQuery, FIRST_ROWS } from './data.ts';
import { asWideAsThereIs, Few, GridSkeleton, REST_FAILED } from './grid.tsx';
import { type Part, partsOf, strangersOf } from './parts.ts';
import type { DirectorySearch } from './search.ts';
import { type Colleagues, useColleagues } from './use-colleagues.ts';

/** With up to so many all departments are open at first. */
const FEW = 60;
/** So many are shown of a department, and so many more each time they are asked for. */
const STEP = 48;
const NOT_KEPT: readonly Department[] = [];

interface ByDepartmentProps {
  search: DirectorySearch;
  /** Everybody who is looked for, as far as they are here. */
  found: Colleagues;
  columns: number;
}

export function ByDepartment({ search, found, columns }: ByDepartmentProps) {
  const { rows = [], total, savedAt } = found;
  const saved = savedAt !== undefined;
  // Of many the rest may go when they are read anew: each department asks for its own.
  const whole = saved || (found.whole && rows.length <= FIRST_ROWS);
  const told = useQuery(departmentsQuery);
  const departments = told.data ?? (saved ? NOT_KEPT : undefined);
  const asked = useQuery({ ...countsQuery(search), enabled: !whole });
  const here = useMemo(
    () =>
      // Where the server names none, there is none; a copy may not know.
      whole ? Map.groupBy(rows, (one) => (saved ? one.department_id : (one.department_id ?? null))) : undefined,
    [whole, saved, rows],
  );
  const counts = useMemo(
    () => (here ? new Map([...here].map(([id, people]) => [id, people.length])) : asked.data),
    [here, asked.data],
  );
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const isOpen = ({ key }: Part) => turned.get(key) ?? total <= FEW;
  const strangers = departments && counts && !saved ? strangersOf(departments, counts).join() : '';
  const tellAnew = useEffectEvent(() => void told.refetch({ cancelRefetch: false }));
  // Somebody made them since departments were read; once for each, whatever comes of it.
  useEffect(() => {
    if (strangers) tellAnew();
  }, [strangers]);
  if (!counts || !departments) {
    const missing = departments ? asked : told;
    return missing.isError ? (
      <ErrorCard onRetry={() => void missing.refetch()} retrying={missing.isFetching} />
    ) : (
      <GridSkeleton columns={columns} lines={3} />
    );
  }
  const ownOf = (part: Part) => ({
    part,
    columns,
    shown: shown.get(part.key) ?? STEP,
    onShown: (many: number) => setShown((before) => new Map(before).set(part.key, many)),
  });
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
              <Own {...ownOf(part)} people={here.get(part.department_id) ?? []} />
            ) : (
              <Fetched {...ownOf(part)} search={search} />
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
  /** At most so many; kept by whoever stays, while departments come and go as they are scrolled past. */
  shown: number;
  onShown: (many: number) => void;
}

/** Who is in it itself. */
function Own({ part, columns, shown, onShown, people }: OwnProps & { people: readonly Colleague[] }) {
  const left = part.own - shown;
  return (
    <>
      <Few people={people.slice(0, shown)} columns={columns} label={part.name} />
      {left > 0 ? (
        <Button kind="ghost" onClick={() => onShown(shown + STEP)}>{`Show ${Math.min(left, STEP)} more`}</Button>
      ) : null}
    </>
  );
}

function Fetched({ search, ...own }: OwnProps & { search: DirectorySearch }) {
  const { part, columns, shown } = own;
  const { rows, more, again, isError, isFetching, refetch } = useColleagues(search, part.department_id);
  const lacks = rows !== undefined && !isFetching && rows.length < Math.min(shown + STEP, part.own);
  const ask = useEffectEvent(more);
  useEffect(() => {
    if (lacks) ask();
  }, [lacks]);
  if (rows)
    return (
      <>
        <Own {...own} people={rows} />
        {again ? <ErrorCard title={REST_FAILED} onRetry={again} retrying={isFetching} /> : null}
      </>
    );
  if (isError) return <ErrorCard onRetry={() => void refetch()} retrying={isFetching} />;
  return <GridSkeleton columns={columns} lines={Math.min(2, Math.ceil(part.own / columns))} />;
}
