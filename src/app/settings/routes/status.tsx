// Settings, status: what colleagues see of one's being there.
import { createFileRoute } from '@tanstack/react-router';
import { StatusSection } from '../status-section.tsx';

export const Route = createFileRoute('/settings/status')({ component: StatusSection });
