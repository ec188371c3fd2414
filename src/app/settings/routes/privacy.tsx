// Settings, privacy: what others are told of what one does.
import { createFileRoute } from '@tanstack/react-router';
import { PrivacySection } from '../privacy-section.tsx';

export const Route = createFileRoute('/settings/privacy')({ component: PrivacySection });
