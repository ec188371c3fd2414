// Admin, groups: which there are.
import { createFileRoute } from '@tanstack/react-router';
import { Groups } from '../groups/groups.tsx';

export const Route = createFileRoute('/admin/groups')({ component: Groups });
