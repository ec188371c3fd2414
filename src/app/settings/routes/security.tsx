// Settings, security: where one is signed in, and one's password.
import { createFileRoute } from '@tanstack/react-router';
import { SecuritySection } from '../security/security-section.tsx';

export const Route = createFileRoute('/settings/security')({ component: SecuritySection });
