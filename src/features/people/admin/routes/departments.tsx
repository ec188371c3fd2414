// Admin, departments.
import { createFileRoute } from '@tanstack/react-router';
import { Departments } from '../departments/departments.tsx';

export const Route = createFileRoute('/admin/departments')({ component: Departments });
