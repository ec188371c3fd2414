// A menu on the platform's popover: it closes on Esc and on a click beside it by itself. On a phone it is a sheet.
import { Check, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { moveFocus } from '../hooks/move-focus.ts';
import { placeBeside } from './place.ts';
import './menu.css';

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
  /** Small heading above the group. */
  label?: string;
  items: readonly MenuAction[];
}

export interface MenuTrigger {
  /** The browser opens and closes by it: a click on the trigger of an open menu must not open it again. */
  popoverTarget: string;
  onKeyDown: (event: KeyboardEvent) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
}

export interface MenuProps {
  /** Name of the menu. */
  label: string;
  /** What stands in it; a function is asked each time it opens, and nothing of it is on the page before. */
  groups: readonly MenuGroup[] | (() => Promise<readonly MenuGroup[]>);
  /** Above the items; not part of the arrow keys. */
  header?: ReactNode;
  /** Which edge of the trigger the menu keeps to. Default `start`. */
  align?: 'start' | 'end';
  /** Beside instead of below, for the rail. */
  side?: 'below' | 'right';
  children: (trigger: MenuTrigger) => ReactNode;
}

/** First letter typed: goes to the next item that begins with it. */
function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const from = items.findIndex((item) => item === document.activeElement);
  const round = [...items.slice(from + 1), ...items.slice(0, from + 1)];
  round.find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
}

export function Menu({ label, groups, header, align = 'start', side = 'below', children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<readonly MenuGroup[]>([]);
  const popover = useRef<HTMLDivElement>(null);
  const shown = typeof groups === 'function' ? asked : groups;
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened) setAsked([]);
    if (!opened || typeof groups !== 'function') return settle(opened);
    groups().then(
      (found) => {
        // Perhaps it was closed meanwhile.
        if (!popover.current?.matches(':popover-open')) return;
        flushSync(() => setAsked(found));
        settle(true);
      },
      // To the boundary around: it knows what to do about code that cannot be fetched.
      (error: unknown) =>
        setAsked(() => {
          throw error;
        }),
    );
  };
  const settle = (opened: boolean) => {
    const element = popover.current;
    if (!element) return;
    // Found by what ties them together, so that a trigger needs no ref.
    const trigger = document.querySelector(`[popovertarget='${CSS.escape(id)}']`);
    element.toggleAttribute('data-placed', opened);
    if (!opened || !trigger) return;
    const place = side === 'right' ? 'right' : align === 'end' ? 'below-end' : 'below';
    placeBeside(element, trigger.getBoundingClientRect(), place);
    const first =
      element.querySelector<HTMLElement>('[aria-checked=true]') ??
      element.querySelector<HTMLElement>('[role^=menuitem]');
    first?.focus();
  };
  const hide = () => document.getElementById(id)?.hidePopover();
  const select = (item: MenuAction) => {
    if (item.unavailable) return;
    hide();
    item.onSelect();
  };
  const keyInMenu = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') hide();
    moveFocus(event, '[role^=menuitem]', 'column');
    typeAhead(event);
  };
  return (
    <>
      {children({
        popoverTarget: id,
        onKeyDown: (event) => {
          // Asks not whether it is open: `open` is told a moment after it has closed, and for one that is open it changes nothing.
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          document.getElementById(id)?.showPopover();
        },
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      <div ref={popover} id={id} popover="auto" className="ll-menu" onToggle={toggled} onKeyDown={keyInMenu}>
        {header}
        <div role="menu" aria-label={label}>
          {shown.map((group, index) => (
            <MenuItems key={group.label ?? index} group={group} onSelect={select} />
          ))}
        </div>
      </div>
    </>
  );
}

function MenuItems({ group, onSelect }: { group: MenuGroup; onSelect: (item: MenuAction) => void }) {
  const id = useId();
  return (
    <div className="ll-menu-group" role="group" aria-labelledby={group.label ? id : undefined}>
      {group.label ? (
        <div id={id} className="ll-menu-label" role="presentation">
          {group.label}
        </div>
      ) : null}
      {group.items.map((item) => (
        <button
          key={item.label}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          aria-disabled={item.unavailable ? true : undefined}
          tabIndex={-1}
          className="ll-menu-item"
          data-danger={item.danger ? '' : undefined}
          onClick={() => onSelect(item)}
        >
          {item.icon ? <item.icon size={18} strokeWidth={1.9} aria-hidden="true" /> : item.mark}
          <span className="ll-menu-text">
            {item.label}
            {item.unavailable ? <small>{item.unavailable}</small> : null}
          </span>
          {item.keys ? <kbd>{item.keys}</kbd> : null}
          {item.checked ? <Check size={18} strokeWidth={2.4} aria-hidden="true" /> : null}
        </button>
      ))}
    </div>
  );
}
