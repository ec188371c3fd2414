// Health, the OpenAPI document, and the tunnel of error reports and replays.
import * as errors from '#contract/system/error-report.ts';
import * as tunnelling from '#contract/system/tunnel.ts';
import * as contract from '#contract/system.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { createSentry } from '../../platform/http/log/sentry.ts';
import { createTunnel } from './errors/replay/tunnel.ts';
import { createReporting } from './errors/reporting.ts';
import { openApi } from './openapi.ts';

export function systemFeature(context: Context): Feature {
  const sentry = context.config.sentry && createSentry(context.config.sentry);
  const reporting = createReporting(context, sentry);
  const tunnel = createTunnel(context, sentry);
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
        reportError: ({ ip }, input) => reporting.report(ip, input),
      }),
      ...implement(tunnelling, {
        getTunnel: async () => ({ dsn: tunnel.dsn }),
        sendEnvelope: async ({ actor }, { envelope }) => {
          // Once the transaction is over: reading a megabyte takes a while.
          return async () => ({ taken: await tunnel.take(`${actor.company_id}/${actor.employee_id}`, envelope) });
        },
      }),
    ],
    stop: () => {
      stopping = true;
      reporting.stop();
    },
  };
}
