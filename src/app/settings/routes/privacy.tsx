// Settings, privacy: what others are told of what one does, and one's own data.
import { createFileRoute } from '@tanstack/react-router';
import { PrivacySection } from '../privacy/privacy-section.tsx';

export const Route = createFileRoute('/settings/privacy')({ component: PrivacySection });
