// The start page. Until there is a feature of that name it leads to the first thing that the company uses.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { navItems } from '../nav-items.ts';
import { useApp } from '../state/app-state.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    const { state, features } = context.app();
    const { main } = navItems(features, { modules: state.modules, permissions: state.session?.permissions ?? [] });
    const first = main.find((item) => item.to !== '/');
    if (state.session && state.company && first) throw redirect({ to: first.to, replace: true });
  },
  component: Home,
});

function Home() {
  const name = useApp().state.me?.first_name;
  return (
    <div className="ll-lost">
      <title>Home · Limelight</title>
      <EmptyState
        level={1}
        icon={House}
        title={name ? `Hello ${name}` : 'Hello'}
        text="Your company has not switched anything on yet."
      />
    </div>
  );
}
