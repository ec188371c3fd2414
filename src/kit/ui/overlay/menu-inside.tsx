// The inside of an open menu: where it is placed, its items, and the way through them by keys. Loaded when a menu first opens.
import { Check } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { moveFocus } from '../hooks/move-focus.ts';
import type { MenuAction, MenuGroup } from './menu-items.ts';
import { placeBeside } from './place.ts';

/** First letter typed: goes to the next item that begins with it. */
function typeAhead(event: KeyboardEvent<HTMLElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const from = items.findIndex((item) => item === document.activeElement);
  const round = [...items.slice(from + 1), ...items.slice(0, from + 1)];
  round.find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
}

/** The way through the items of a menu by keys: arrows, Home, End, first letters. */
export function moveInside(event: KeyboardEvent<HTMLElement>): void {
  moveFocus(event, '[role^=menuitem]', 'column');
  typeAhead(event);
}

/** Puts an open menu beside its trigger, and the focus on what is chosen, else on the first item. */
export function settle(element: HTMLElement, place: Parameters<typeof placeBeside>[2]): void {
  // Found by what ties them together, so that a trigger needs no ref.
  const trigger = document.querySelector(`[popovertarget='${CSS.escape(element.id)}']`);
  if (!trigger) return;
  placeBeside(element, trigger.getBoundingClientRect(), place);
  const first =
    element.querySelector<HTMLElement>('[aria-checked=true]') ?? element.querySelector<HTMLElement>('[role^=menuitem]');
  first?.focus();
}

interface MenuInsideProps {
  label: string;
  groups: readonly MenuGroup[];
  onSelect: (item: MenuAction) => void;
}

/** The items of an open menu, in their groups. */
export function MenuInside({ label, groups, onSelect }: MenuInsideProps) {
  return (
    <>
      {groups[0]?.head}
      <div role="menu" aria-label={label}>
        {groups.map((group, index) => (
          <Items key={group.label ?? index} group={group} onSelect={onSelect} />
        ))}
      </div>
    </>
  );
}

function Items({ group, onSelect }: { group: MenuGroup; onSelect: (item: MenuAction) => void }) {
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
