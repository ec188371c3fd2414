// Settings, storage: what this device keeps.
import { createFileRoute } from '@tanstack/react-router';
import { StorageSection } from '../storage/storage-section.tsx';

export const Route = createFileRoute('/settings/storage')({ component: StorageSection });
