// Everybody in the company. What is looked for stands in the address; it is read in there, so that it costs no first visit.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { DirectoryPage } from '../finding/directory/directory-page.tsx';
import { type DirectorySearch, readSearch, type SearchChange } from '../finding/directory/search.ts';

export const Route = createFileRoute('/people')({
  staticData: { module: 'people' },
  validateSearch: (given: Record<string, unknown>): DirectorySearch => given,
  component: People,
});

function People() {
  const given = Route.useSearch();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const navigate = Route.useNavigate();
  const change = useCallback(
    (next: SearchChange, typing = false) =>
      void navigate({ search: (before) => next(readSearch({ ...before })), replace: typing }),
    [navigate],
  );
  return <DirectoryPage search={search} onSearch={change} />;
}
