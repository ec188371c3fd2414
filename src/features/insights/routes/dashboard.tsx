// Admin, the dashboard. How far it looks back stands in the address; it is read in there, so that it costs no first visit.
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router';
import { DashboardPage } from '../dashboard.tsx';
import { daysIn } from '../words.ts';

export const Route = createFileRoute('/admin/dashboard')({ component: Shown });

function Shown() {
  const { days }: { days?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <DashboardPage
      days={daysIn(days)}
      onDays={(next) => void navigate({ to: '/admin/dashboard', search: { days: Number(next) }, replace: true })}
    />
  );
}
