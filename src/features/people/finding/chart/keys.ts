// The way through the cards by keys: along a level, in to those below, out to the manager.
import type { KeyboardEvent } from 'react';

const ITEM = '[role=treeitem]';
const levelOf = (item: Element): string | null => item.getAttribute('aria-level');

/** Where a key leads from a card, if it leads to another one. `list`: what is drawn is an indented list, one below the other. */
function wayOf(key: string, from: Element, all: readonly HTMLElement[], list: boolean): HTMLElement | null | undefined {
  const level = list ? all : all.filter((item) => levelOf(item) === levelOf(from));
  const at = level.findIndex((item) => item === from);
  if (key === 'ArrowDown') return level[at + 1];
  if (key === 'ArrowUp') return level[at - 1];
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowRight') return from.parentElement?.querySelector<HTMLElement>(`:scope > [role=group] ${ITEM}`);
  if (key === 'ArrowLeft') return from.closest('[role=group]')?.parentElement?.querySelector<HTMLElement>(ITEM);
  return undefined;
}

export interface Hands {
  /** Opens or closes what is below a card. */
  readonly toggle: (employee_id: string) => void;
  /** Its profile, or the rest of a level. */
  readonly enter: (item: HTMLElement) => void;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly list: boolean;
}

/** For the element with the role `tree`. */
export function keyInTree(event: KeyboardEvent<HTMLElement>, hands: Hands): void {
  const { key, currentTarget } = event;
  const from = (event.target as HTMLElement).closest<HTMLElement>(ITEM);
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const { id } = from.dataset;
  const open = from.getAttribute('aria-expanded');
  if (key === 'Enter') hands.enter(from);
  else if (key === '+' || key === '=') hands.larger();
  else if (key === '-') hands.smaller();
  else if (id && ((key === 'ArrowRight' && open === 'false') || (key === 'ArrowLeft' && open === 'true')))
    hands.toggle(id);
  else {
    const next = wayOf(key, from, [...currentTarget.querySelectorAll<HTMLElement>(ITEM)], hands.list);
    if (next === undefined && !key.startsWith('Arrow')) return;
    next?.focus();
  }
  event.preventDefault();
}
