// Admin, the audit log. Which lines are asked for stands in the address; it is read in there, so that it costs no first visit.
import { createFileRoute } from '@tanstack/react-router';
import { AuditLog } from '../audit-log.tsx';
import { type Asked, askedIn } from '../filters.ts';

export const Route = createFileRoute('/admin/audit')({
  validateSearch: (search: Record<string, unknown>): Asked => search,
  component: Log,
});

function Log() {
  const asked = askedIn({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return <AuditLog asked={asked} onAsk={(next) => void navigate({ search: next, replace: true })} />;
}
