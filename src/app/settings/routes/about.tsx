// Settings, about: which Limelight this is.
import { createFileRoute } from '@tanstack/react-router';
import { AboutSection } from '../about-section.tsx';

export const Route = createFileRoute('/settings/about')({ component: AboutSection });
