// Health and the OpenAPI document.
import * as contract from '#contract/system.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { openApi } from './openapi.ts';

export function systemFeature(context: Context): Feature {
  let stopping = false;
  let document: Record<string, unknown> | undefined;
  return {
    name: 'system',
    routes: implement(contract, {
      live: async () => ({ live: true as const }),
      ready: async () => {
        if (stopping || !(await context.db.ping())) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
        return { ready: true as const, database: 'up' as const };
      },
      openapi: async () => (document ??= openApi()),
    }),
    stop: () => {
      stopping = true;
    },
  };
}
