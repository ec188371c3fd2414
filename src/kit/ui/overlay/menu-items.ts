// What stands in a menu.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuAction {
  label: string;
  onSelect: () => void;
  icon?: LucideIcon;
  /** Drawn instead of an icon: a presence dot, an emoji. */
  mark?: ReactNode;
  /** Shown on the right: "⌘B". */
  keys?: string;
  danger?: boolean;
  /** Makes it one of several choices; the chosen one has a tick. */
  checked?: boolean;
  /** Why it cannot be done now; shown below the label, and the item does nothing. */
  unavailable?: string;
}

export interface MenuGroup {
  /** Of the first group: above the menu, and not part of the arrow keys. */
  head?: ReactNode;
  /** Small heading above the group. */
  label?: string;
  items: readonly MenuAction[];
}
