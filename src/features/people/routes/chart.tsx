// Who reports to whom. Whom it is about stands in the address: it can be shared.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { OrgChart } from '../finding/chart/org-chart.tsx';

export const Route = createFileRoute('/people/chart')({
  staticData: { module: 'people' },
  validateSearch: ({ at }: Record<string, unknown>): { at?: string } => (typeof at === 'string' ? { at } : {}),
  component: Chart,
});

function Chart() {
  const { at } = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = useCallback((employee_id: string) => void navigate({ search: { at: employee_id } }), [navigate]);
  return <OrgChart at={at} onAt={go} />;
}
