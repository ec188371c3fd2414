// What follows from the company's events: the whole value comes with them.
import * as contract from '#contract/company.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { configQuery, modulesQuery } from './queries.ts';
import { companyState, resolve } from './store.ts';

/** Whether the server lets the company in or does not, as its answers say: if that is news, the company is asked for anew. */
export function hearStanding(employee_id: string, suspended: boolean): void {
  if ((companyState.company?.status === 'SUSPENDED') !== suspended) void resolve(employee_id);
}

export const effects: readonly Effect[] = [
  {
    event: contract.configChanged.name,
    run: ({ payload }, { queryClient, context }) => {
      queryClient.setQueryData(configQuery.queryKey, payload as PayloadOf<typeof contract.configChanged>);
      void resolve(context.self);
    },
  },
  {
    event: contract.modulesChanged.name,
    run: ({ payload }, { queryClient }) => {
      queryClient.setQueryData(
        modulesQuery(undefined).queryKey,
        (payload as PayloadOf<typeof contract.modulesChanged>).modules,
      );
    },
  },
];
