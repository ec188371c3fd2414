// /backadmin: whoever runs the server. Stands alone: it asks for no employee's session, and leaves one that is here untouched.
import { createFileRoute } from '@tanstack/react-router';
import { Operator } from '../operator.tsx';

export const Route = createFileRoute('/backadmin/$')({
  staticData: { access: 'everybody', bare: true },
  component: Backadmin,
});

function Backadmin() {
  const { _splat: at = '' } = Route.useParams();
  return <Operator at={at} />;
}
