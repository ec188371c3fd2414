// What the settings know of the file of one's own data.
import { queryOptions } from '@tanstack/react-query';
import { getExport } from '#contract/privacy.ts';
import { app } from '#src/realtime/app.ts';

/** While it is being made it is looked for so often. */
const LOOK_MS = 3_000;

/** Not kept on the device: it is of use only while something can be done about it. */
export const exportQuery = queryOptions({
  queryKey: ['settings', 'data-export'],
  queryFn: ({ signal }) => app.call(getExport, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
  refetchInterval: ({ state }) => (state.data?.data_export?.status === 'waiting' ? LOOK_MS : false),
});
