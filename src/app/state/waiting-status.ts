// One's own status as chosen, before the server has it: it waits in the outbox (features/people/own-status.ts). Pure.
import { update } from '#contract/people/profile.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { StatusChoice } from './app-state.ts';

type Waiting = Pick<OutboxItem, 'path' | 'replaces' | 'state' | 'body'>;

/** The last choice that was not refused; undefined if none waits. */
export function statusIn(items: readonly Waiting[]): StatusChoice | undefined {
  const last = items.findLast(
    ({ path, replaces, state }) => path === update.path && replaces === 'status' && state !== 'failed',
  );
  if (!last?.body) return undefined;
  const { employee_status } = JSON.parse(last.body) as { employee_status?: { status_type?: StatusChoice } };
  return employee_status?.status_type;
}
