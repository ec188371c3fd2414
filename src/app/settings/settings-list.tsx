// The sections of the settings: what one sets for oneself, and for this device.
import {
  Activity,
  Bell,
  Download,
  HardDrive,
  Info,
  Keyboard,
  Lock,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type SectionItem, SectionList } from '../sections/section-list.tsx';
import { useApp } from '../state/app-state.ts';

const you: readonly SectionItem[] = [
  { label: 'Status', icon: Activity, to: '/settings/status' },
  { label: 'Notifications', icon: Bell, to: '/settings/notifications' },
  { label: 'Privacy', icon: Lock, to: '/settings/privacy' },
  { label: 'Security', icon: ShieldCheck, to: '/settings/security' },
];
const appearance: SectionItem = { label: 'Appearance', icon: Palette, to: '/settings/appearance' };
const device: readonly SectionItem[] = [
  appearance,
  { label: 'Keyboard', icon: Keyboard, to: '/settings/keyboard' },
  { label: 'Storage', icon: HardDrive, to: '/settings/storage' },
  { label: 'Install', icon: Download, to: '/settings/install' },
  { label: 'About', icon: Info, to: '/settings/about' },
];

export function SettingsList() {
  const { me } = useApp().state;
  const profile: readonly SectionItem[] = me
    ? [{ label: 'Profile', icon: UserRound, to: '/profile/$employee_id', params: { employee_id: me.employee_id } }]
    : [];
  const groups = [
    { label: 'You', items: [...profile, ...you] },
    { label: 'This app', items: device },
  ];
  return <SectionList title="Settings" groups={groups} first={appearance} />;
}
