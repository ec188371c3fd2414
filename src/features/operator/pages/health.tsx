// How the server is, and what broke in people's browsers.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ClientError, Health as State } from '#contract/operator/running.ts';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { errorsQuery, healthQuery } from '../data.ts';
import { Ago, Figures, number } from '../parts/figures.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loaded } from '../parts/loaded.tsx';

export function Health() {
  const health = useQuery(healthQuery);
  const errors = useQuery(errorsQuery);
  return (
    <>
      <PageHeader title="Health" />
      <Loaded query={health} label="the server’s health">
        {(state) => <Figures items={figuresOf(state)} />}
      </Loaded>
      <section aria-labelledby="op-errors">
        <h2 id="op-errors" className="ll-section">
          Errors in browsers
        </h2>
        <p className="ll-muted">Of the last 30 days, each kind once. Nothing says whose browser it was.</p>
        <Loaded query={errors} label="errors">
          {(items) =>
            items.length ? <Errors items={items} /> : <EmptyState icon={CircleCheck} level={3} title="Nothing broke" />
          }
        </Loaded>
      </section>
    </>
  );
}

const figuresOf = ({ version, started_at, database, disk, memory, sockets }: State) =>
  [
    ['Database', database.up ? <Chip tone="ok">Up</Chip> : <Chip tone="danger">Down</Chip>],
    ['Kind of database', database.embedded ? 'Embedded' : 'Your own'],
    ['Connections in use', `${number(database.in_use)} of ${number(database.in_use + database.idle)}`],
    ['Waiting for one', number(database.waited_for)],
    ['Free disk space', disk ? `${fileSize(disk.free)} of ${fileSize(disk.total)}` : 'Not known'],
    ['Memory', fileSize(memory.rss)],
    ['Open sockets', number(sockets)],
    ['Version', version],
    ['Started', <Ago key="started" at={started_at} />],
  ] as const;

function Errors({ items }: { items: readonly ClientError[] }) {
  return (
    <ul className="op-folds">
      {items.map((one) => (
        <li key={one.fingerprint}>
          <Fold
            title={`${one.type}: ${one.message}`}
            about={
              <>
                {number(one.count)} × · <Ago at={one.seen_at} /> · {one.route} · {one.app_version}
              </>
            }
          >
            {() => <p className="op-fold-text op-stack">{one.stack || 'It came without a stack.'}</p>}
          </Fold>
        </li>
      ))}
    </ul>
  );
}
