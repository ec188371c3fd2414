// What a device keeps of a colleague and may no longer show. Loaded when somebody hides something or goes, which is seldom.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { hiddenChanged } from '#contract/people/events.ts';
import type { Person } from '#contract/people.ts';
import { detailKey, moreKey } from './details.ts';

/** Whose birthday comes, and who has been here for whole years. */
export const celebrationsKey = ['people', 'celebrations'] as const;

/** Somebody hides something of theirs, is switched off or leaves: the latter two are celebrated no more. */
export function forgetAbout(client: QueryClient, { name, payload }: EventFrame): void {
  const { employee_id, employee_account_status } = payload as Pick<Person, 'employee_id'> & Partial<Person>;
  // Who is invited was never celebrated.
  if (employee_account_status !== 'INVITED') forget(client, celebrationsKey);
  if (name !== hiddenChanged.name) return;
  for (const queryKey of [detailKey(employee_id), moreKey(employee_id)]) forget(client, queryKey);
  // When it is quiet with them tells where they are.
  void client.invalidateQueries({ queryKey: ['notifications', 'quiet'] });
}

/**
 * What is on the screen is read anew, and what was read is written over what is kept; anything else goes, also from the disk: a
 * record of no time at all is thrown away by whoever reads it (offline/cache/query-persister.ts).
 */
function forget(client: QueryClient, queryKey: QueryKey): void {
  if (client.getQueryCache().find({ queryKey })?.isActive()) void client.invalidateQueries({ queryKey, exact: true });
  else {
    client.setQueryData(queryKey, {}, { updatedAt: 0 });
    client.removeQueries({ queryKey, exact: true });
  }
}
