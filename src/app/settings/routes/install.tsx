// Settings, install: the app on this device's home screen.
import { createFileRoute } from '@tanstack/react-router';
import { InstallSection } from '../install/install-section.tsx';

export const Route = createFileRoute('/settings/install')({ component: InstallSection });
