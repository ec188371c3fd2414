// Admin, a new group.
import { createFileRoute } from '@tanstack/react-router';
import { NewGroup } from '../groups/group-page.tsx';

export const Route = createFileRoute('/admin/groups/new')({ component: NewGroup });
