// What the menu behind one's own picture offers; fetched when it is opened for the first time.
import { Building2, LogOut, Settings, UserRound } from 'lucide-react';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import { type Appearance, setAppearance } from '#src/kit/ui/theme/appearance.ts';
import type { AppPerson, StatusChoice } from '../../state/app-state.ts';
import { appearances, statusActions } from './account.tsx';

export interface AccountMenu {
  readonly me: AppPerson;
  readonly chosen: Appearance;
  readonly setStatus: (status: StatusChoice) => void;
  readonly openProfile: () => void;
  readonly openSettings: () => void;
  readonly switchCompany: () => void;
  readonly logOut: () => void;
}

export function accountMenu({ me, chosen, setStatus, ...go }: AccountMenu): MenuGroup[] {
  const look: MenuAction[] = appearances.map(({ value, label, icon }) => ({
    label,
    icon,
    checked: chosen === value,
    onSelect: () => setAppearance(value),
  }));
  const account: MenuAction[] = [
    { label: 'Your profile', icon: UserRound, onSelect: go.openProfile },
    { label: 'Settings', icon: Settings, onSelect: go.openSettings },
    { label: 'Switch company', icon: Building2, onSelect: go.switchCompany },
    { label: 'Log out', icon: LogOut, onSelect: go.logOut },
  ];
  return [
    { label: 'Status', items: statusActions(me, setStatus) },
    { label: 'Appearance', items: look },
    { items: account },
  ];
}
