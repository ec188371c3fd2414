// Me: on phones, all that the bottom navigation has no room for. Wide windows have the avatar menu instead.
import { createFileRoute, Link } from '@tanstack/react-router';
import { Building2, ChevronDown, ChevronRight, LogOut, Settings } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { PresenceDot } from '#src/kit/people/presence-dot.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Segments } from '#src/kit/ui/controls/segments.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Page } from '#src/kit/ui/layout/page.tsx';
import type { NavItem } from '#src/kit/ui/navigation.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { appearance, setAppearance } from '#src/kit/ui/theme/appearance.ts';
import { navItems } from '../nav-items.ts';
import { appearances, statusActions } from '../shell/account/account.tsx';
import { useLogOut } from '../shell/account/log-out.tsx';
import { NavBadge } from '../shell/nav-badge.tsx';
import { type AppPerson, type AppState, useApp } from '../state/app-state.ts';
import '../shell/shell.css';

export const Route = createFileRoute('/me')({ component: Me });

function Me() {
  const { state, features } = useApp();
  const items = navItems(features, { modules: state.modules, permissions: state.session?.permissions ?? [] });
  const logOut = useLogOut();
  return (
    <Page title="Me" measure="focus" actions={<SettingsLink />}>
      {state.me ? <Head me={state.me} state={state} /> : null}
      <ul className="ll-me-list">
        {items.me.map((item) => (
          <li key={item.label}>
            <Item item={item} />
          </li>
        ))}
      </ul>
      <Look />
      <div className="ll-me-buttons">
        <Button wide size="large" icon={Building2} onClick={logOut.companies}>
          Switch company
        </Button>
        <Button wide size="large" icon={LogOut} onClick={logOut.ask}>
          Log out
        </Button>
      </div>
      {logOut.question}
    </Page>
  );
}

function Head({ me, state }: { me: AppPerson; state: AppState }) {
  const name = fullName(me);
  const presence = state.connection === 'online' ? me.employee_status.auto_status : undefined;
  return (
    <div className="ll-me-head">
      <Link className="ll-me-person" to="/profile/$employee_id" params={{ employee_id: me.employee_id }}>
        <Avatar name={name} src={me.profile_url} size={68} presence={presence} />
        <span>
          <strong className="ll-heading">{name}</strong>
          <span className="ll-meta">{me.position_title}</span>
        </span>
      </Link>
      <Menu
        label="Status"
        align="end"
        groups={[{ label: 'Status', items: statusActions(me, state.actions.setStatus) }]}
      >
        {(trigger) => (
          <button {...trigger} type="button" className="ll-me-status">
            <PresenceDot presence={me.employee_status.auto_status} spoken={false} />
            {me.employee_status.auto_status}
            <ChevronDown size={18} strokeWidth={1.9} aria-hidden="true" />
          </button>
        )}
      </Menu>
    </div>
  );
}

function SettingsLink() {
  return (
    <Link to="/settings" className="ll-icon-button" data-kind="ghost" aria-label="Settings" data-tip="Settings">
      <Settings size={20} strokeWidth={1.9} aria-hidden="true" />
    </Link>
  );
}

function Item({ item }: { item: NavItem }) {
  return (
    <Link to={item.to} className="ll-me-item">
      <item.icon size={22} strokeWidth={1.9} aria-hidden="true" />
      <span>{item.label}</span>
      {item.badge ? <NavBadge badge={item.badge} /> : null}
      <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
    </Link>
  );
}

function Look() {
  const { chosen } = useSnapshot(appearance);
  return (
    <section className="ll-me-look" aria-label="Appearance">
      <h2 className="ll-section">Appearance</h2>
      <Segments label="Appearance" value={chosen} options={appearances} onChange={setAppearance} />
    </section>
  );
}
