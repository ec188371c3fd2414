// The dashboard: who used the app is noted with their calls, days are counted by a job, and read from what was counted.
import * as contract from '#contract/insights.ts';
import { type Context, type Feature, implement } from '../../platform/feature.ts';
import type { Authenticate } from '../../platform/http/routes.ts';
import { createActivity } from './activity/activity.ts';
import { keepCounting } from './counting/counting-job.ts';
import { exportDashboard, loadDashboard } from './dashboard.ts';

export interface Insights extends Feature {
  /** The same, and whoever it lets in has used the app. */
  readonly noting: (authenticate: Authenticate) => Authenticate;
}

export function insightsFeature(context: Context): Insights {
  const activity = createActivity(context);
  const needs = { db: context.db, log: context.log, activity, counting: new Map<string, Promise<void>>() };
  const stopCounting = keepCounting(context, activity);
  return {
    name: 'insights',
    routes: implement(contract, {
      // What is not counted yet is counted in transactions of its own.
      getDashboard:
        async ({ actor }, { days }) =>
        () =>
          loadDashboard(needs, actor, days),
      exportDashboard:
        async ({ actor }, { days }) =>
        () =>
          exportDashboard(needs, actor, days),
    }),
    noting: (authenticate) => async (headers) => {
      const found = await authenticate(headers);
      activity.note(found.actor);
      return found;
    },
    stop: async () => {
      await stopCounting();
      await activity.stop();
    },
  };
}
