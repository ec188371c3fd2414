// Arrow keys between siblings (tabs, menus, the rail): one tab stop for the group, arrows inside.
import type { KeyboardEvent } from 'react';

const keysOf = {
  row: { next: 'ArrowRight', previous: 'ArrowLeft' },
  column: { next: 'ArrowDown', previous: 'ArrowUp' },
} as const;

/** The place to go to from `from` (-1: nowhere yet), or undefined when the key is none of ours. Wraps around. */
export function nextPlace(key: string, from: number, count: number, direction: 'row' | 'column'): number | undefined {
  if (count === 0) return undefined;
  const keys = keysOf[direction];
  if (key === keys.next) return (from + 1) % count;
  if (key === keys.previous) return from <= 0 ? count - 1 : from - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Moves focus among the elements in the event's container that match. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, direction: 'row' | 'column'): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const from = items.findIndex((item) => item === document.activeElement);
  const to = nextPlace(event.key, from, items.length, direction);
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  items[to]?.focus();
}
