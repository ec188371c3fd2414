// What the menu behind one's own picture offers; fetched when it is opened for the first time.
import { Building2, LogOut, Settings, UserRound } from 'lucide-react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { MenuAction, MenuGroup } from '#src/kit/ui/overlay/menu-items.ts';
import { type Appearance, setAppearance } from '#src/kit/ui/theme/appearance.ts';
import type { AppPerson, StatusChoice } from '../../state/app-state.ts';
import { appearances, statusActions } from './account.tsx';

export interface AccountMenu {
  readonly me: AppPerson;
  /** Undefined: not known. */
  readonly presence: AppPerson['employee_status']['auto_status'] | undefined;
  readonly chosen: Appearance;
  readonly setStatus: (status: StatusChoice) => void;
  readonly openProfile: () => void;
  readonly openSettings: () => void;
  readonly switchCompany: () => void;
  readonly logOut: () => void;
}

export function accountMenu({ me, presence, chosen, setStatus, ...go }: AccountMenu): MenuGroup[] {
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
  const name = fullName(me);
  const head = (
    <div className="ll-account">
      <Avatar name={name} src={me.profile_url} size={44} presence={presence} />
      <span>
        <strong className="ll-ellipsis">{name}</strong>
        <span className="ll-meta ll-ellipsis">{me.position_title}</span>
      </span>
    </div>
  );
  return [
    { head, label: 'Status', items: statusActions(me, setStatus) },
    { label: 'Appearance', items: look },
    { items: account },
  ];
}
