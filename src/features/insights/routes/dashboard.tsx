// Admin, the dashboard. How far it looks back stands in the address; it is read in there, so that it costs no first visit.
import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '../dashboard.tsx';
import { daysIn } from '../words.ts';

interface Asked {
  days?: unknown;
}

export const Route = createFileRoute('/admin/dashboard')({
  validateSearch: (search: Record<string, unknown>): Asked => search,
  component: Shown,
});

function Shown() {
  const { days } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DashboardPage
      days={daysIn(days)}
      onDays={(next) => void navigate({ search: { days: Number(next) }, replace: true })}
    />
  );
}
