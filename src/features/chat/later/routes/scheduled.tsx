// What somebody has written to be sent later.
import { createFileRoute } from '@tanstack/react-router';
import { ScheduledList } from '../scheduled/scheduled-list.tsx';

export const Route = createFileRoute('/connect/scheduled')({
  staticData: { module: 'chat' },
  component: ScheduledList,
});
