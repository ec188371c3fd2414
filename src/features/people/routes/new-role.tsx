// Admin, a new role. `from`: the one to copy.
import { createFileRoute } from '@tanstack/react-router';
import { NewRole } from '../roles/new-role.tsx';

export const Route = createFileRoute('/admin/roles/new')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } => (typeof from === 'string' ? { from } : {}),
  component: New,
});

function New() {
  const { from } = Route.useSearch();
  return <NewRole key={from} from={from} />;
}
