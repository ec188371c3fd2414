// The rows of an import, by what becomes of them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Awaited } from '../frame.tsx';
import { type Batch, type Row, rowsQuery, type Shown } from './data.ts';
import { listed } from './words.ts';

export interface Kind {
  show: Shown;
  count: number;
  label: string;
}

interface KindsProps {
  kinds: readonly Kind[];
  value: Shown;
  onChange: (show: Shown) => void;
}

/** How many of which kind; the chosen ones are listed below. */
export function Kinds({ kinds, value, onChange }: KindsProps) {
  const name = useId();
  return (
    <div className="ll-import-kinds" role="radiogroup" aria-label="Rows">
      {kinds.map(({ show, count, label }) => (
        <label key={show} className="ll-import-kind" data-kind={count ? show : undefined}>
          <input
            type="radio"
            className="ll-hidden-text"
            name={name}
            checked={show === value}
            onChange={() => onChange(show)}
          />
          <span className="ll-import-number ll-digits">{count.toLocaleString('en')}</span>
          <span className="ll-meta">{label}</span>
        </label>
      ))}
    </div>
  );
}

export function Rows({ batch, show, offline }: { batch: Batch; show: Shown; offline: boolean }) {
  const query = useInfiniteQuery(rowsQuery(batch, show));
  const rows = query.data?.pages.flatMap((page) => page.items);
  if (!rows) return <Awaited query={query} offline={offline} what="the rows" />;
  if (!rows.length) return <p className="ll-muted">No rows of this kind.</p>;
  return (
    <>
      <div className="ll-import-scroll">
        <table className="ll-import-rows" aria-busy={query.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Name</th>
              <th scope="col">Work e-mail</th>
              <th scope="col">{show === 'problem' || show === 'kept' ? 'Why' : 'What happens'}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td className="ll-digits ll-muted">{row.row}</td>
                <td>{row.name}</td>
                <td>{row.work_email_id}</td>
                <td>
                  <What row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {query.hasNextPage ? (
        <div>
          <Button disabled={offline} busy={query.isFetching && 'Loading…'} onClick={() => void query.fetchNextPage()}>
            Show more rows
          </Button>
        </div>
      ) : null}
    </>
  );
}

const done = { create: 'Added', change: 'Changed', same: 'The same', problem: '' } as const;
const planned = { create: 'Will be added', change: 'Will change', same: 'Stays the same', problem: '' } as const;

function What({ row: { verdict, outcome, fields, problems } }: { row: Row }) {
  if (problems.length)
    return (
      <ul className="ll-import-problems">
        {problems.map(({ column, message }) => (
          <li key={`${column} ${message}`}>
            <CircleAlert size={16} strokeWidth={1.9} aria-hidden="true" />
            <span>
              {column ? <span className="ll-import-where">{`${column}: `}</span> : null}
              {message}
            </span>
          </li>
        ))}
      </ul>
    );
  if (outcome === 'undone') return 'Undone';
  const word = (outcome === 'done' ? done : planned)[verdict];
  return verdict === 'change' ? `${word}: ${listed(fields)}` : word;
}
