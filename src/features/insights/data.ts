// Reading the dashboard, and taking it as a file. Each range is kept on the device, to be seen without a connection as it was.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/insights.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import { app } from '#src/realtime/app.ts';

export type Dashboard = contract.Dashboard;
export type Range = contract.Range;

/** As often as the server counts. */
const MINUTES = 5 * 60_000;

export const dashboardQuery = (days: Range) =>
  queryOptions({
    queryKey: ['insights', 'dashboard', days],
    queryFn: ({ signal }): Promise<Dashboard> => app.call(contract.getDashboard, { days }, { signal }),
    staleTime: 60_000,
    refetchInterval: MINUTES,
    // Another range comes in the place of this one, not after an empty page.
    placeholderData: keepPreviousData,
  });

export const exportDashboard = (days: Range): Promise<FileAnswer> => app.call(contract.exportDashboard, { days });
