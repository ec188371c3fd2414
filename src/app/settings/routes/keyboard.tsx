// Settings, keyboard: which keys do something.
import { createFileRoute } from '@tanstack/react-router';
import { KeyboardSection } from '../keyboard-section.tsx';

export const Route = createFileRoute('/settings/keyboard')({ component: KeyboardSection });
