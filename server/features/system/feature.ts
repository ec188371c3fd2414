// Health, the OpenAPI document, and the tunnel of error reports.
import * as errors from '#contract/system/error-report.ts';
import * as contract from '#contract/system.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { createReporting } from './errors/reporting.ts';
import { openApi } from './openapi.ts';

export function systemFeature(context: Context): Feature {
  const reporting = createReporting(context);
  let stopping = false;
  let document: Record<string, unknown> | undefined;
  return {
    name: 'system',
    routes: [
      ...implement(contract, {
        live: async () => ({ live: true as const }),
        ready: async () => {
          if (stopping || !(await context.db.ping())) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
          return { ready: true as const, database: 'up' as const };
        },
        openapi: async () => (document ??= openApi()),
      }),
      ...implement(errors, {
        reportError: async ({ ip }, input) => ({ report_id: await reporting.report(ip, input) }),
      }),
    ],
    stop: () => {
      stopping = true;
      reporting.stop();
    },
  };
}
