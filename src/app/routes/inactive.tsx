// Where a sign-in ends that is right but not allowed now. With a session the root shows the same screen by itself.
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { InactiveScreen } from '../screens/inactive-screen.tsx';
import { useApp } from '../state/app-state.ts';

export const Route = createFileRoute('/inactive')({
  staticData: { access: 'everybody', bare: true },
  component: Inactive,
});

function Inactive() {
  const { session, company, inactive, actions } = useApp().state;
  const paused = useLocation({ select: (location) => location.state.paused });
  return (
    <InactiveScreen
      who={inactive ?? (paused === undefined ? 'employee' : 'company')}
      companyName={paused ?? company?.company_name}
      onLogOut={session && actions.logOut}
    />
  );
}
