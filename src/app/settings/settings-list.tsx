// The sections of the settings, as a list of links with one tab stop.
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router';
import {
  Activity,
  Bell,
  Building2,
  ChevronRight,
  Download,
  HardDrive,
  Info,
  Keyboard,
  KeyRound,
  Lock,
  type LucideIcon,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import { useMay } from '#src/realtime/hooks.ts';
import { useApp } from '../state/app-state.ts';

interface Item {
  label: string;
  icon: LucideIcon;
  to: NonNullable<LinkProps['to']>;
  /** Without this module there is nothing to set. */
  module?: string;
  /** Only who holds it sees it. */
  permission?: string;
}

const you: readonly Item[] = [
  { label: 'Status', icon: Activity, to: '/settings/status' },
  { label: 'Notifications', icon: Bell, to: '/settings/notifications' },
  { label: 'Privacy', icon: Lock, to: '/settings/privacy', module: 'chat' },
  { label: 'Security', icon: ShieldCheck, to: '/settings/security' },
];
const everybody: readonly Item[] = [
  { label: 'Company', icon: Building2, to: '/settings/company', permission: 'company.configure' },
  { label: 'Roles', icon: KeyRound, to: '/settings/roles', permission: 'roles.manage' },
];
const device: readonly Item[] = [
  { label: 'Appearance', icon: Palette, to: '/settings/appearance' },
  { label: 'Keyboard', icon: Keyboard, to: '/settings/keyboard' },
  { label: 'Storage', icon: HardDrive, to: '/settings/storage' },
  { label: 'Install', icon: Download, to: '/settings/install' },
  { label: 'About', icon: Info, to: '/settings/about' },
];

export function SettingsList() {
  const { me, modules } = useApp().state;
  const held: Readonly<Record<string, boolean>> = {
    'company.configure': useMay('company.configure'),
    'roles.manage': useMay('roles.manage'),
  };
  const mine = you.filter(({ module }) => !module || modules?.[module] !== false);
  const theirs = everybody.filter(({ permission = '' }) => held[permission]);
  const open = useOpen([...mine, ...theirs, ...device]);
  return (
    <div className="ll-pane-scroll ll-settings-list" data-scroller="">
      <header className="ll-page-header" data-size="pane">
        <h1 className="ll-page-title ll-heading" tabIndex={-1}>
          Settings
        </h1>
      </header>
      <nav aria-label="Settings" onKeyDown={(event) => moveFocus(event, 'a', 'column')}>
        <h2 id="settings-you">You</h2>
        <ul aria-labelledby="settings-you">
          {me ? (
            <li>
              <Link
                to="/profile/$employee_id"
                params={{ employee_id: me.employee_id }}
                className="ll-settings-item"
                tabIndex={-1}
              >
                <Label label="Profile" icon={UserRound} />
              </Link>
            </li>
          ) : null}
          <Items items={mine} open={open} />
        </ul>
        {theirs.length ? (
          <>
            <h2 id="settings-everybody">Everybody</h2>
            <ul aria-labelledby="settings-everybody">
              <Items items={theirs} open={open} />
            </ul>
          </>
        ) : null}
        <h2 id="settings-device">This app</h2>
        <ul aria-labelledby="settings-device">
          <Items items={device} open={open} />
        </ul>
      </nav>
    </div>
  );
}

function Items({ items, open }: { items: readonly Item[]; open: Item | undefined }) {
  return items.map((item) => (
    <li key={item.label}>
      <Link
        to={item.to}
        className="ll-settings-item"
        aria-current={item === open ? 'page' : undefined}
        tabIndex={item === open ? 0 : -1}
      >
        <Label {...item} />
      </Link>
    </li>
  ));
}

function Label({ label, icon: Icon }: Pick<Item, 'label' | 'icon'>) {
  return (
    <>
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      <span>{label}</span>
      <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
    </>
  );
}

/** The section that is open, of those that are shown; at /settings the one that wide windows show. It is the list's tab stop. */
function useOpen(shown: readonly Item[]): Item | undefined {
  const matches = useMatchRoute();
  return shown.find(({ to }) => matches({ to, fuzzy: true }) !== false) ?? device[0];
}
