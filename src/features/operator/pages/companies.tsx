// All companies of this server: found by name, the newest first. A table; on phones each is a card.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { OperatedCompany } from '#contract/operator/companies.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { fileSize } from '#src/kit/ui/format/file-size.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { companiesQuery } from '../data.ts';
import { Ago, number } from '../parts/figures.tsx';
import { OperatorLink } from '../parts/link.tsx';
import { Loaded } from '../parts/loaded.tsx';

export function Companies() {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const query = useInfiniteQuery(companiesQuery(asked));
  const add = (
    <Button asChild kind="primary">
      <OperatorLink at="companies/new">
        <Plus size={18} strokeWidth={1.9} aria-hidden="true" />
        New company
      </OperatorLink>
    </Button>
  );
  return (
    <>
      <PageHeader title="Companies" actions={add} />
      <search className="op-search">
        <TextField
          label="Find a company"
          labelHidden
          icon={Search}
          type="search"
          placeholder="Find a company"
          maxLength={120}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      <Loaded query={query} label="companies">
        {({ pages }) => <Table items={pages.flatMap((page) => page.items)} searching={asked !== ''} />}
      </Loaded>
      {query.hasNextPage ? (
        <div className="op-more">
          <Button busy={query.isFetchingNextPage && 'Loading…'} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Table({ items, searching }: { items: readonly OperatedCompany[]; searching: boolean }) {
  if (!items.length)
    return (
      <EmptyState
        icon={Building2}
        title={searching ? 'No company has this in its name' : 'No companies yet'}
        text={searching ? 'Try a part of the name.' : 'Open one here, or let somebody register theirs.'}
      />
    );
  return (
    <table className="op-table">
      <caption className="ll-hidden-text">Companies, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Opened</th>
          <th scope="col">Last active</th>
          <th scope="col" className="op-number">
            People
          </th>
          <th scope="col" className="op-number">
            Messages
          </th>
          <th scope="col" className="op-number">
            Files
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.company_id}>
            <th scope="row">
              <OperatorLink at={`companies/${one.company_id}`}>{one.company_name}</OperatorLink>
            </th>
            <td data-label="Status">
              <Standing status={one.status} />
            </td>
            <td data-label="Opened">
              <Ago at={one.created_at} />
            </td>
            <td data-label="Last active">
              <Ago at={one.active_at} />
            </td>
            <td data-label="People" className="op-number">
              {number(one.people)}
            </td>
            <td data-label="Messages" className="op-number">
              {number(one.messages)}
            </td>
            <td data-label="Files" className="op-number">
              {fileSize(one.storage)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const Standing = ({ status }: Pick<OperatedCompany, 'status'>) =>
  status === 'ACTIVE' ? <Chip tone="ok">Active</Chip> : <Chip tone="warn">Suspended</Chip>;
