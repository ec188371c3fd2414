// Settings: the list of sections beside the open one; up to 900 px one of them at a time.
import { createFileRoute, Outlet, useMatchRoute } from '@tanstack/react-router';
import { Panes } from '#src/kit/ui/layout/panes.tsx';
import { SettingsList } from '../settings-list.tsx';
import '../../sections/sections.css';
import '../settings.css';

export const Route = createFileRoute('/settings')({ component: Settings });

function Settings() {
  const matches = useMatchRoute();
  const atList = matches({ to: '/settings' }) !== false;
  return (
    <Panes list={<SettingsList />} listLabel="Settings" size="narrow" show={atList ? 'list' : 'main'}>
      <Outlet />
    </Panes>
  );
}
