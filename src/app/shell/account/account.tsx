// The choices that are the same in the avatar menu and on the Me page.
import { CircleDashed, Monitor, Moon, Sun } from 'lucide-react';
import { PresenceDot } from '#src/kit/people/presence-dot.tsx';
import type { MenuAction } from '#src/kit/ui/overlay/menu-items.ts';
import type { Appearance } from '#src/kit/ui/theme/appearance.ts';
import type { AppPerson, StatusChoice } from '../../state/app-state.ts';

export const appearances = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { value: Appearance; label: string; icon: typeof Sun }[];

const statusLabels = {
  Automatic: 'Automatic',
  Available: 'Available',
  Busy: 'Busy',
  'Appear Offline': 'Appear offline',
} as const satisfies Record<StatusChoice, string>;
const statusChoices: readonly StatusChoice[] = ['Automatic', 'Available', 'Busy', 'Appear Offline'];

/** The four choices as menu items. */
export function statusActions(me: AppPerson, setStatus: (status: StatusChoice) => void): MenuAction[] {
  return statusChoices.map((value) => ({
    label: statusLabels[value],
    mark:
      value === 'Automatic' ? (
        <CircleDashed size={14} aria-hidden="true" />
      ) : (
        <PresenceDot presence={value} spoken={false} />
      ),
    checked: me.employee_status.status_type === value,
    onSelect: () => setStatus(value),
  }));
}
