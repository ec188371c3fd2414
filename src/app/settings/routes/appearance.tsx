// Settings, appearance: how Limelight looks.
import { createFileRoute } from '@tanstack/react-router';
import { AppearanceSection } from '../appearance-section.tsx';

export const Route = createFileRoute('/settings/appearance')({ component: AppearanceSection });
