// What becomes of a report: passed on where a collector is configured, kept otherwise, and also where the collector does not take it.
import type { Context } from '../../../platform/feature.ts';
import { createSentry } from '../../../platform/http/log/sentry.ts';
import { cleaned, type ErrorReport } from './cleaned.ts';
import { keepError, sweepErrors } from './errors-repo.ts';

/** Per address of the network: a page reports each error once. */
const REPORTS = 60;
const PER_S = 600;
const EVERY_MS = 3_600_000;

export function createReporting({ config, db, limits, log }: Context) {
  const take = limits.create('error-report', REPORTS, PER_S);
  const sentry = config.sentry ? createSentry(config.sentry) : undefined;
  const passOn = async (report: ErrorReport) => (await sentry?.send(report)) ?? false;
  const timer = setInterval(() => {
    db.system(sweepErrors).catch((error: unknown) => log.error({ err: error }, 'sweeping error reports'));
  }, EVERY_MS);
  timer.unref();
  return {
    /** Answers by what the report is known. */
    report: async (ip: string, given: Parameters<typeof cleaned>[0]): Promise<string> => {
      await take(ip);
      const report = cleaned(given);
      if (!(await passOn(report))) await db.system((tx) => keepError(tx, report));
      return report.fingerprint;
    },
    stop: () => clearInterval(timer),
  };
}
