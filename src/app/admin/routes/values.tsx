// Admin, values: what the company stands for.
import { createFileRoute } from '@tanstack/react-router';
import { ValuesSection } from '../values/values-section.tsx';

export const Route = createFileRoute('/admin/values')({ component: ValuesSection });
