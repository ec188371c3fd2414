// Imports that go on by themselves, with every page closed. Several servers may run this: the row's lock gives each part to one of them,
// and what a server left behind when it was killed goes on at the next one.
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { keepRounds, type Rounds } from '../../../../platform/db/rounds.ts';
import type { Context } from '../../../../platform/feature.ts';
import { codeOf } from '../../../../platform/http/log/error-code.ts';
import { isServed } from '../../../auth/service.ts';
import { modulesOf } from '../../../company/service.ts';
import type { PeopleDeps } from '../../deps.ts';
import { isActive, permissionsOf } from '../../service.ts';
import { applyPart } from './applying.ts';
import { countFailure, giveUp, listGoing, takeBatch } from './import-repo.ts';
import { undoPart } from './undoing.ts';

/** What another server left is looked for so often. */
const LOOK_MS = 5_000;
const MOST_ATTEMPTS = 3;

type Needs = Pick<Context, 'db' | 'log'>;
type Going = Awaited<ReturnType<typeof listGoing>>[number];

/** One part. False if nothing is left of it, somebody else is at it, or the company is suspended: then it waits. */
async function goOn({ db }: Needs, { company_id, import_id }: Going, deps: PeopleDeps): Promise<boolean> {
  return db.company(company_id, async (tx) => {
    const batch = await takeBatch(tx, import_id);
    if ((batch?.status !== 'running' && batch?.status !== 'undoing') || !(await isServed(tx))) return false;
    const actor = await actorOf(tx, batch.acting_by);
    if (!actor) {
      await giveUp(tx, import_id, 'NO_PERMISSION');
      return false;
    }
    return (batch.status === 'running' ? applyPart : undoPart)(tx, actor, batch, deps);
  });
}

/** Whoever had it run or undone, as they may now: what was taken from them meanwhile ends it. */
async function actorOf(tx: Tx, employee_id: string): Promise<Actor | undefined> {
  const permissions = new Set(await permissionsOf(tx, employee_id));
  if (!permissions.has('people.manage') || !(await isActive(tx, employee_id))) return undefined;
  const modules = new Set<string>(await modulesOf(tx));
  return { company_id: tx.company_id, employee_id, session_id: '', permissions, modules };
}

/** From now on. `stop` waits for the part that is being done; the rest goes on at the next start. */
export function keepImporting(needs: Needs, deps: PeopleDeps): Rounds {
  const { db, log } = needs;
  const work = async (going: Going): Promise<boolean> => {
    try {
      return await goOn(needs, going, deps);
    } catch (error) {
      log.error({ err: error, import_id: going.import_id }, 'an import');
      await db.company(going.company_id, (tx) => countFailure(tx, going.import_id, MOST_ATTEMPTS, codeOf(error)));
      return true;
    }
  };
  return keepRounds({ log, what: 'imports', every_ms: LOOK_MS }, async (isOver) => {
    let more = false;
    // A part of each in turn: nobody waits for the whole of another company's.
    for (const going of await db.system(listGoing)) if (!isOver() && (await work(going))) more = true;
    return more;
  });
}
