// Admin: the list of sections beside the open one; up to 900 px one of them at a time.
import { createFileRoute, Outlet, useMatchRoute } from '@tanstack/react-router';
import { Panes } from '#src/kit/ui/layout/panes.tsx';
import { AdminList } from '../admin-list.tsx';
import '../../sections/sections.css';

export const Route = createFileRoute('/admin')({ component: Admin });

function Admin() {
  const matches = useMatchRoute();
  const atList = matches({ to: '/admin' }) !== false;
  return (
    <Panes list={<AdminList />} listLabel="Admin" size="narrow" show={atList ? 'list' : 'main'}>
      <Outlet />
    </Panes>
  );
}
