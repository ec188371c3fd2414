// Settings, notifications: on this device and on all of them.
import { createFileRoute } from '@tanstack/react-router';
import { NotificationsSection } from '../notifications/notifications-section.tsx';

export const Route = createFileRoute('/settings/notifications')({ component: NotificationsSection });
