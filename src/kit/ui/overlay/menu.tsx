// A menu on the platform's popover: it closes on Esc and on a click beside it by itself. On a phone it is a sheet. What is
// inside comes when it first opens (menu-inside.tsx).
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MenuAction, MenuGroup } from './menu-items.ts';
import './menu.css';

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
  /** Which edge of the trigger the menu keeps to. Default `start`. */
  align?: 'start' | 'end';
  /** Beside instead of below, for the rail. */
  side?: 'below' | 'right';
  children: (trigger: MenuTrigger) => ReactNode;
}

interface Asked {
  inside: typeof import('./menu-inside.tsx');
  groups: readonly MenuGroup[];
}

export function Menu({ label, groups, align = 'start', side = 'below', children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const popover = useRef<HTMLDivElement>(null);
  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened) {
      popover.current?.removeAttribute('data-placed');
      return setAsked(undefined);
    }
    Promise.all([import('./menu-inside.tsx'), typeof groups === 'function' ? groups() : groups]).then(
      ([inside, found]) => {
        const element = popover.current;
        // Perhaps it was closed meanwhile.
        if (!element?.matches(':popover-open')) return;
        flushSync(() => setAsked({ inside, groups: found }));
        element.setAttribute('data-placed', '');
        inside.settle(element, side === 'right' ? 'right' : align === 'end' ? 'below-end' : 'below');
      },
      // To the boundary around: it knows what to do about code that cannot be fetched.
      (error: unknown) =>
        setAsked(() => {
          throw error;
        }),
    );
  };
  const hide = () => document.getElementById(id)?.hidePopover();
  const select = (item: MenuAction) => {
    if (item.unavailable) return;
    hide();
    item.onSelect();
  };
  const keyInMenu = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') hide();
    asked?.inside.moveInside(event);
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
        {asked ? <asked.inside.MenuInside label={label} groups={asked.groups} onSelect={select} /> : null}
      </div>
    </>
  );
}
