// An entry of the list in words. Pure.
import type { Notification } from '#contract/notifications.ts';
import { day, dayKey, yearOf } from '#src/kit/ui/format/dates.ts';

/** "Kwame Mensah and 2 others reacted 🎉 in Ovens". `actor`: who did it, or the latest of them. */
export function wordsOf({ kind, count, emoji, place, text }: Notification, actor: string): string {
  const others = count > 1 ? ` and ${count === 2 ? '1 other' : `${count - 1} others`}` : '';
  const where = place ? ` in ${place}` : '';
  switch (kind) {
    case 'mention':
      return `${actor} mentioned you${where}`;
    case 'thread':
      return `${actor} answered in a thread${where}`;
    case 'reaction':
      return `${actor}${others} reacted${emoji ? ` ${emoji}` : ''}${where}`;
    case 'invitation':
      return `${actor} invited you to ${text}`;
    case 'join_request':
      return `${actor} asks to join ${text}`;
    case 'joined':
      return `${actor} let you into ${text}`;
  }
}

/** What stands below: of a message its words. What is about a space has said its name already. */
export const quoteOf = ({ kind, text }: Notification): string =>
  kind === 'mention' || kind === 'thread' || kind === 'reaction' ? text : '';

export interface Day {
  readonly key: string;
  /** "Today", "Monday 9 November" */
  readonly label: string;
  readonly items: readonly Notification[];
}

/** By the clock of this device; the order stays. `now` in milliseconds. */
export function daysOf(items: readonly Notification[], now: number): Day[] {
  const days = Map.groupBy(items, ({ created_at }) => dayKey(created_at));
  return [...days].map(([key, all]) => ({ key, label: labelOf(key, all[0]?.created_at ?? '', now), items: all }));
}

function labelOf(key: string, at: string, now: number): string {
  if (key === dayKey(now)) return 'Today';
  const today = new Date(now);
  // Noon: a day may be an hour shorter or longer.
  const before = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12);
  if (key === dayKey(before)) return 'Yesterday';
  return yearOf(at) === yearOf(now) ? day(at) : `${day(at)} ${yearOf(at)}`;
}
