// Admin, people. Filters, order and columns stand in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PeopleList } from '../list/people.tsx';
import { type ListSearch, readSearch } from '../list/search.ts';

export const Route = createFileRoute('/admin/people')({
  validateSearch: (given: Record<string, unknown>): ListSearch => readSearch(given),
  component: Listed,
});

function Listed() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useCallback((next: ListSearch) => void navigate({ search: next, replace: true }), [navigate]);
  return <PeopleList search={search} onSearch={change} />;
}
