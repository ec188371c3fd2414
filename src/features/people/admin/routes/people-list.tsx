// Admin, people. Filters, order and columns stand in the address; it is read in there, so that it costs no first visit.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { PeopleList } from '../list/people.tsx';
import { type ListSearch, readSearch } from '../list/search.ts';

export const Route = createFileRoute('/admin/people')({
  validateSearch: (given: Record<string, unknown>): ListSearch => given,
  component: Listed,
});

function Listed() {
  const given = Route.useSearch();
  const search = useMemo(() => readSearch(given), [given]);
  const navigate = Route.useNavigate();
  const change = useCallback((next: ListSearch) => void navigate({ search: next, replace: true }), [navigate]);
  return <PeopleList search={search} onSearch={change} />;
}
