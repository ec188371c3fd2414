// Admin, roles: which there are.
import { createFileRoute } from '@tanstack/react-router';
import { Roles } from '../roles/roles.tsx';

export const Route = createFileRoute('/admin/roles')({
  component: Roles,
});
