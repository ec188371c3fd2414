// What follows from the company's events: the whole value comes with them.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import * as contract from '#contract/company.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { configQuery, modulesQuery } from './queries.ts';
import { companyState, resolve } from './store.ts';

/** Whether the server lets the company in or does not, as its answers say: if that is news, the company is asked for anew. */
export function hearStanding(employee_id: string, suspended: boolean): void {
  if ((companyState.company?.status === 'SUSPENDED') !== suspended) void resolve(employee_id);
}

/** What is on its way was asked before, and would undo it. */
function put(queryClient: QueryClient, queryKey: QueryKey, data: unknown): void {
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, data);
}

export const effects: readonly Effect[] = [
  {
    event: contract.configChanged.name,
    run: ({ payload }, { queryClient, context }) => {
      put(queryClient, configQuery.queryKey, payload as PayloadOf<typeof contract.configChanged>);
      void resolve(context.self);
    },
  },
  {
    event: contract.modulesChanged.name,
    run: ({ payload }, { queryClient }) => {
      const { modules } = payload as PayloadOf<typeof contract.modulesChanged>;
      put(queryClient, modulesQuery(undefined).queryKey, modules);
    },
  },
];
