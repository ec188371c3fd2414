// Admin, one role.
import { createFileRoute } from '@tanstack/react-router';
import { RolePage } from '../roles/role.tsx';

export const Route = createFileRoute('/admin/roles/$role_id')({ component: One });

function One() {
  const { role_id } = Route.useParams();
  return <RolePage key={role_id} role_id={role_id} />;
}
