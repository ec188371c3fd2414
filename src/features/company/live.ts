// What follows from the company's events: the whole value comes with them.
import * as contract from '#contract/company.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Effect } from '#src/realtime/live-query.ts';
import { configQuery, modulesQuery } from './queries.ts';
import { resolve } from './store.ts';

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
