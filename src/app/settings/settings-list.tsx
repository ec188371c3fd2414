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
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type SectionGroup, type SectionItem, SectionList } from '../sections/section-list.tsx';
import { useApp } from '../state/app-state.ts';

/** The settings themselves: all that is below. */
export const settingsPage: SectionItem = { label: 'Settings', icon: Settings, to: '/settings' };

const you: readonly SectionItem[] = [
  { label: 'Status', icon: Activity, to: '/settings/status', also: 'available, busy' },
  {
    label: 'Notifications',
    icon: Bell,
    to: '/settings/notifications',
    also: 'quiet hours, pause, mute, push, do not disturb, mail',
  },
  { label: 'Privacy', icon: Lock, to: '/settings/privacy', also: 'seen, download data' },
  {
    label: 'Security',
    icon: ShieldCheck,
    to: '/settings/security',
    also: 'password, two-step sign-in, passkeys, devices, sign out, companies',
  },
];
const appearance: SectionItem = {
  label: 'Appearance',
  icon: Palette,
  to: '/settings/appearance',
  also: 'dark, light, theme',
};
const device: readonly SectionItem[] = [
  appearance,
  { label: 'Keyboard', icon: Keyboard, to: '/settings/keyboard', also: 'shortcuts' },
  { label: 'Storage', icon: HardDrive, to: '/settings/storage', also: 'device, offline' },
  { label: 'Install', icon: Download, to: '/settings/install', also: 'home screen' },
  { label: 'About', icon: Info, to: '/settings/about', also: 'version' },
];

export function useSettingsGroups(): readonly SectionGroup[] {
  const { me } = useApp().state;
  const profile: readonly SectionItem[] = me
    ? [
        {
          label: 'Profile',
          icon: UserRound,
          to: '/profile/$employee_id',
          params: { employee_id: me.employee_id },
          also: 'picture',
        },
      ]
    : [];
  return [
    { label: 'You', items: [...profile, ...you] },
    { label: 'This app', items: device },
  ];
}

export function SettingsList() {
  return <SectionList title="Settings" groups={useSettingsGroups()} first={appearance} />;
}
