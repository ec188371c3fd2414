// The same done to many people: in one transaction, each of them wholly or not at all.
import { rolesChanged } from '#contract/people/events.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { inSavepoint } from '../../../platform/db/savepoint.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { announce } from '../announce.ts';
import { type PeopleDeps, signalActor } from '../deps.ts';
import { findEmployees, lockEmployees } from '../repo.ts';
import { changeRoles } from '../roles/grants.ts';
import { findRoles, lockRoster, rolesOf } from '../roles/role-repo.ts';

/** In the order of the ids: null, or the code of why it is not done. */
export type Results = (string | null)[];

/**
 * Under the roster's lock, with all of their rows locked in one order before anything is told: whoever changes one of them
 * meanwhile waits for us and we for nobody. `wholly`: for a removal. EMPLOYEE_NOT_FOUND for the whole if one never was here.
 */
export async function forEach(
  tx: Tx,
  employee_ids: readonly string[],
  act: (employee_id: string) => Promise<unknown>,
  wholly = false,
): Promise<Results> {
  await lockRoster(tx);
  if (!(await lockEmployees(tx, employee_ids, wholly))) throw new AppError('EMPLOYEE_NOT_FOUND');
  const done = new Map<string, string | null>();
  // Sorted, as everybody takes the topics of several people.
  for (const employee_id of [...new Set(employee_ids)].toSorted())
    done.set(employee_id, await attempt(tx, () => act(employee_id)));
  return employee_ids.map((employee_id) => done.get(employee_id) ?? null);
}

/** What a refusal had written and told is taken back. Whatever is no refusal ends it all. */
export async function attempt(tx: Tx, act: () => Promise<unknown>): Promise<string | null> {
  try {
    await inSavepoint(tx, act);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

/** INVALID_ROLE_ID for the whole; NO_PERMISSION and the like for each. */
export async function giveRole(
  tx: Tx,
  actor: Actor,
  { employee_ids, role_id }: { employee_ids: readonly string[]; role_id: string },
  deps: PeopleDeps,
): Promise<Results> {
  await lockRoster(tx);
  if (!(await findRoles(tx, [role_id])).length) throw new AppError('INVALID_ROLE_ID');
  let changed = false;
  return forEach(tx, employee_ids, async (employee_id) => {
    const [row] = await findEmployees(tx, [employee_id]);
    if (!row) throw new AppError('EMPLOYEE_NOT_FOUND');
    const held = (await rolesOf(tx, employee_id)).map((one) => one.role_id);
    if (held.includes(role_id) || !(await changeRoles(tx, actor, row, [...held, role_id]))) return;
    // Before any person's topic, and once.
    if (!changed) await emit(tx, rolesChanged, 'company', {});
    changed = true;
    await announce(tx, row, row, true);
    signalActor(tx, deps, actor, employee_id);
  });
}
