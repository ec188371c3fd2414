// Admin, sign-in and single sign-on.
import { createFileRoute } from '@tanstack/react-router';
import { SsoSection } from '../sso/sso-section.tsx';

export const Route = createFileRoute('/admin/sso')({ component: SsoSection });
