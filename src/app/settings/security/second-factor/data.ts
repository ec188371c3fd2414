// What the settings know of one's second factor.
import { queryOptions } from '@tanstack/react-query';
import { getSecondFactor } from '#contract/auth/second-factor.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { app } from '#src/realtime/app.ts';

export type SecondFactorState = ResponseOf<typeof getSecondFactor>;
export type OwnPasskey = SecondFactorState['passkeys'][number];

/** Not kept on the device: it is of use only while something can be done about it. */
export const secondFactorQuery = queryOptions({
  queryKey: ['settings', 'second-factor'],
  queryFn: ({ signal }) => app.call(getSecondFactor, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
});
