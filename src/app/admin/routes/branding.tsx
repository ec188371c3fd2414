// Admin, branding and theme: how the company looks to everybody.
import { createFileRoute } from '@tanstack/react-router';
import { BrandingSection } from '../branding/branding-section.tsx';

export const Route = createFileRoute('/admin/branding')({ component: BrandingSection });
