// What the shell reads of what waits in the outbox. Pure.
import { update } from '#contract/people/profile.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { isWork } from '#src/offline/outbox/record.ts';
import type { StatusChoice } from './app-state.ts';

type Waiting = Pick<OutboxItem, 'path' | 'replaces' | 'state' | 'body'>;

/** How many changes wait to be sent. */
export const queuedIn = (items: readonly OutboxItem[]): number =>
  items.filter((item) => item.state === 'queued' && isWork(item)).length;

/** How many changes the server does not have: those, and what it refused. */
export const unsentIn = (items: readonly OutboxItem[]): number =>
  items.filter((item) => item.state !== 'acked' && isWork(item)).length;

/**
 * One's own status as chosen, before the server has it (features/people/own-status.ts): the last choice that was not refused; undefined
 * if none waits.
 */
export function statusIn(items: readonly Waiting[]): StatusChoice | undefined {
  const last = items.findLast(
    ({ path, replaces, state }) => path === update.path && replaces === 'status' && state !== 'failed',
  );
  if (!last?.body) return undefined;
  const { employee_status } = JSON.parse(last.body) as { employee_status?: { status_type?: StatusChoice } };
  return employee_status?.status_type;
}
