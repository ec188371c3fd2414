// The sections of the administration, each for those who hold its permission.
import {
  Building2,
  ChartColumn,
  Gem,
  Group,
  KeyRound,
  LayoutGrid,
  Network,
  Palette,
  ScrollText,
  Shield,
  UserRoundCog,
  UsersRound,
} from 'lucide-react';
import { useMay } from '#src/realtime/hooks.ts';
import { type SectionItem, SectionList } from '../sections/section-list.tsx';

interface AdminItem extends SectionItem {
  permission: string;
}

const groups: readonly { label: string; items: readonly AdminItem[] }[] = [
  {
    label: 'Company',
    items: [
      {
        label: 'Dashboard',
        icon: ChartColumn,
        to: '/admin/dashboard',
        permission: 'insights.view',
        also: 'insights, usage',
      },
      { label: 'People', icon: UsersRound, to: '/admin/people', permission: 'people.manage', also: 'invite, import' },
      { label: 'Departments', icon: Network, to: '/admin/departments', permission: 'people.manage' },
      { label: 'Groups', icon: Group, to: '/admin/groups', permission: 'people.manage' },
      { label: 'Roles', icon: Shield, to: '/admin/roles', permission: 'roles.manage', also: 'permissions' },
    ],
  },
  {
    label: 'Set-up',
    items: [
      {
        label: 'Branding & theme',
        icon: Palette,
        to: '/admin/branding',
        permission: 'company.configure',
        also: 'logo, colours',
      },
      { label: 'Values', icon: Gem, to: '/admin/values', permission: 'company.configure' },
      { label: 'Modules', icon: LayoutGrid, to: '/admin/modules', permission: 'modules.manage' },
      {
        label: 'Company settings',
        icon: Building2,
        to: '/admin/company',
        permission: 'company.configure',
        also: 'time zone, working days, keep messages, shortest password',
      },
      {
        label: 'Sign-in & SSO',
        icon: KeyRound,
        to: '/admin/sso',
        permission: 'company.configure',
        also: 'single sign-on',
      },
      { label: 'Provisioning (SCIM)', icon: UserRoundCog, to: '/admin/provisioning', permission: 'company.configure' },
      { label: 'Audit log', icon: ScrollText, to: '/admin/audit', permission: 'audit.view', also: 'changes' },
    ],
  },
];

/** The groups with what the person may see. */
export function useAdminGroups(): readonly { label: string; items: readonly AdminItem[] }[] {
  const held: Readonly<Record<string, boolean>> = {
    'people.manage': useMay('people.manage'),
    'company.configure': useMay('company.configure'),
    'audit.view': useMay('audit.view'),
    'insights.view': useMay('insights.view'),
    'modules.manage': useMay('modules.manage'),
    'roles.manage': useMay('roles.manage'),
  };
  return groups.map(({ label, items }) => ({ label, items: items.filter(({ permission }) => held[permission]) }));
}

export function AdminList() {
  return <SectionList title="Admin" groups={useAdminGroups()} />;
}
