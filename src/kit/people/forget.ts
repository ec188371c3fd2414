// What a device keeps of a colleague and may no longer show. Loaded when somebody hides something, which is seldom.
import type { QueryClient } from '@tanstack/react-query';
import { detailKey, moreKey } from './details.ts';

/**
 * What is on the screen is read anew, and what was read is written over what is kept; anything else goes, also from the disk: a
 * record of no time at all is thrown away by whoever reads it (offline/cache/query-persister.ts).
 */
export function forgetDetails(client: QueryClient, employee_id: string): void {
  for (const queryKey of [detailKey(employee_id), moreKey(employee_id)]) {
    if (client.getQueryCache().find({ queryKey })?.isActive()) void client.invalidateQueries({ queryKey, exact: true });
    else {
      client.setQueryData(queryKey, {}, { updatedAt: 0 });
      client.removeQueries({ queryKey, exact: true });
    }
  }
  // When it is quiet with them tells where they are.
  void client.invalidateQueries({ queryKey: ['notifications', 'quiet'] });
}
