// What the first paint needs of the company: kept in localStorage, there before anything renders.
import { queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/company.ts';
import { modulesKey } from '#src/kit/company/modules.ts';
import { configKey } from '#src/kit/company/settings.ts';
import { app } from '#src/realtime/app.ts';

/** Name, logo, theme, settings. */
export const configQuery = queryOptions({
  queryKey: configKey,
  queryFn: ({ signal }) => app.call(contract.get, {}, { signal }),
  staleTime: 60_000,
});

/** Runs only when there is a company id (specification, section 4). */
export const modulesQuery = (company_id: string | undefined) =>
  queryOptions({
    queryKey: modulesKey,
    queryFn: ({ signal }) => app.call(contract.getModules, company_id ? { company_id } : {}, { signal }),
    enabled: company_id !== undefined,
    staleTime: 60_000,
  });
