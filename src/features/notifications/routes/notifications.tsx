// The list of notifications.
import { createFileRoute } from '@tanstack/react-router';
import { NotificationList } from '../list/notification-list.tsx';

export const Route = createFileRoute('/notifications')({ component: NotificationList });
