// Admin, one group.
import { createFileRoute } from '@tanstack/react-router';
import { GroupPage } from '../groups/group-page.tsx';

export const Route = createFileRoute('/admin/groups/$group_id')({ component: One });

function One() {
  const { group_id } = Route.useParams();
  return <GroupPage key={group_id} group_id={group_id} />;
}
