// What becomes of a report: passed on where a collector is configured, kept otherwise, and also where the collector does not take it.
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { reportError } from '#contract/system/error-report.ts';
import type { Context } from '../../../platform/feature.ts';
import type { Sentry } from '../../../platform/http/log/sentry.ts';
import { cleaned, type ErrorReport } from './cleaned.ts';
import { keepError, sweepErrors } from './errors-repo.ts';

/** Per address of the network: a page reports each error once. */
const REPORTS = 60;
const PER_S = 600;
const EVERY_MS = 3_600_000;

export function createReporting({ db, limits, log }: Context, sentry: Sentry | undefined) {
  const take = limits.create('error-report', REPORTS, PER_S);
  const passOn = async (report: ErrorReport) => (await sentry?.send(report)) ?? false;
  const timer = setInterval(() => {
    db.system(sweepErrors).catch((error: unknown) => log.error({ err: error }, 'sweeping error reports'));
  }, EVERY_MS);
  timer.unref();
  return {
    report: async (ip: string, given: Parameters<typeof cleaned>[0]): Promise<ResponseOf<typeof reportError>> => {
      await take(ip);
      const report = cleaned(given);
      const report_id = report.fingerprint;
      if (await passOn(report)) return { report_id, passed_on: true };
      await db.system((tx) => keepError(tx, report));
      return { report_id };
    },
    stop: () => clearInterval(timer),
  };
}
