// The endpoints of those who have left: from the wire to the rules and back.
import * as contract from '#contract/people/leaving.ts';
import type { Rounds } from '../../../../platform/db/rounds.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { ownEvents } from '../../announce.ts';
import type { PeopleDeps } from '../../deps.ts';
import { loadLeaver, restore } from './coming-back.ts';
import { eraseNow } from './erasing.ts';
import { previewAll, previewLeaving } from './leaving.ts';

export const leavingRoutes = (deps: PeopleDeps, erasing: Rounds): Route[] =>
  implement(contract, {
    previewLeaving: async ({ tx, actor }, { employee_id }) => ({
      effects: await previewLeaving(tx, actor, employee_id, deps),
    }),
    previewLeavingAll: async ({ tx, actor }, { employee_ids }) => ({
      items: await previewAll(tx, actor, employee_ids, deps),
    }),
    getLeaver: async ({ tx, actor }, { employee_id }) => ({ leaver: await loadLeaver(tx, actor, employee_id) }),
    restoreLeaver: async ({ tx, actor }, { employee_id }) => ({
      ...(await restore(tx, actor, employee_id, deps)),
      events: ownEvents(tx, actor),
    }),
    eraseLeaver: async ({ tx, actor }, { employee_id }) => {
      await eraseNow(tx, actor, employee_id, deps);
      tx.afterCommit(erasing.wake);
      return { events: ownEvents(tx, actor) };
    },
  });
