// Admin, modules: what the company uses.
import { createFileRoute } from '@tanstack/react-router';
import { ModulesSection } from '../modules/modules-section.tsx';

export const Route = createFileRoute('/admin/modules')({ component: ModulesSection });
