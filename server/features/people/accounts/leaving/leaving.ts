// Leaving: the account ends and what it opened with it, what needs somebody goes to whoever is named, and colleagues see no more
// of the person than what they wrote. What they were is kept aside for those who may bring them back.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { departmentsChanged } from '#contract/people/departments.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { DAYS_TO_RETURN, type LeavingEffects, type previewLeavingAll } from '#contract/people/leaving.ts';
import { type remove, removed } from '#contract/people.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../../platform/http/errors.ts';
import { endAccess, endSessions } from '../../../auth/service.ts';
import { handOverLead } from '../../departments/department-repo.ts';
import { type PeopleDeps, signalActor } from '../../deps.ts';
import { deleteViews } from '../../finding/views/view-repo.ts';
import { leaveGroups } from '../../groups/groups.ts';
import { mayEnd } from '../../policy.ts';
import {
  type EmployeeData,
  type EmployeeRow,
  isAbove,
  moveReports,
  setManager,
  updateEmployee,
  wereHere,
} from '../../repo.ts';
import { refuseLastOwner, standingOf } from '../../roles/grants.ts';
import { rolesOf, setRoles } from '../../roles/role-repo.ts';
import { blank, loadRow } from '../../service.ts';
import { lockForAccount } from '../accounts.ts';
import { dropProvisioned } from '../provisioning/people-repo.ts';
import { effectsOf } from './effects.ts';
import { listFixedGroups } from './effects-repo.ts';
import { keepLeaver } from './leaver-repo.ts';

/** All that colleagues see of somebody who has left: an id under which their messages stay. */
const former: EmployeeData = {
  ...blank,
  first_name: 'Former',
  last_name: 'employee',
  work_email: '',
  employee_account_status: 'DELETED',
};

/** NO_PERMISSION, LAST_OWNER as leaving itself says them. */
export async function previewLeaving(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  deps: PeopleDeps,
): Promise<LeavingEffects> {
  const row = await loadRow(tx, employee_id);
  const there = await standingOf(tx, employee_id);
  if (!mayEnd(await standingOf(tx, actor.employee_id), there)) throw new AppError('NO_PERMISSION');
  if (there.owner) await refuseLastOwner(tx, row);
  return effectsOf(tx, row, deps);
}

/** In the order of the ids. EMPLOYEE_NOT_FOUND as the contract says. */
export async function previewAll(
  tx: Tx,
  actor: Actor,
  employee_ids: readonly string[],
  deps: PeopleDeps,
): Promise<ResponseOf<typeof previewLeavingAll>['items']> {
  if (!(await wereHere(tx, employee_ids))) throw new AppError('EMPLOYEE_NOT_FOUND');
  const items: ResponseOf<typeof previewLeavingAll>['items'] = [];
  for (const employee_id of employee_ids) {
    try {
      items.push({ effects: await previewLeaving(tx, actor, employee_id, deps), refusal: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      items.push({ effects: null, refusal: error.code });
    }
  }
  return items;
}

/** In one transaction, whatever it takes. HAND_OVER_REQUIRED; INVALID_REQUEST for somebody who cannot take over. Answers what was done. */
export async function removeEmployee(
  tx: Tx,
  actor: Actor,
  { employee_id, hand_over_to }: ParsedOf<typeof remove>,
  deps: PeopleDeps,
): Promise<LeavingEffects> {
  const before = await lockForAccount(tx, actor, employee_id, 'DELETED');
  if (hand_over_to) await checkHeir(tx, employee_id, hand_over_to);
  return endFor(tx, actor.employee_id, before, hand_over_to, deps);
}

/**
 * The same of somebody who is held already, with nobody asked whether they may: `by` is for the log, null for the server itself.
 * `hand_over_to` is null where nobody can take over, and they are to go all the same. `why`: for the log, too.
 */
export async function endFor(
  tx: Tx,
  by: string | null,
  before: EmployeeRow,
  hand_over_to: string | null | undefined,
  deps: PeopleDeps,
  why: { readonly deactivated_days?: number } = {},
): Promise<LeavingEffects> {
  const { employee_id } = before;
  const effects = await effectsOf(tx, before, deps);
  if (effects.needs_heir && hand_over_to === undefined) throw new AppError('HAND_OVER_REQUIRED');
  const { hand_over } = effects;
  const { kept: spaces, handed_over } = await deps.ports.spaces.leaveAll(tx, employee_id, by, hand_over_to);
  await keepLeaver(tx, employee_id, {
    days: DAYS_TO_RETURN,
    hand_over_to,
    kept: {
      role_ids: (await rolesOf(tx, employee_id)).map(({ role_id }) => role_id),
      group_ids: (await listFixedGroups(tx, employee_id)).map(({ id }) => id),
      spaces,
      handed_over: {
        spaces: handed_over.length,
        departments: hand_over.departments.count,
        reports: hand_over.reports.count,
      },
    },
  });
  await handReports(tx, before, hand_over_to);
  await setRoles(tx, employee_id, []);
  await leaveGroups(tx, employee_id);
  await deleteViews(tx, employee_id);
  await dropProvisioned(tx, employee_id);
  const led = await handOverLead(tx, employee_id, hand_over_to ?? null);
  await updateEmployee(tx, employee_id, former);
  await endSessions(tx, deps.bus, employee_id);
  await endAccess(tx, employee_id);
  await deps.ports.notifications.dropDevices(tx, employee_id);
  await deps.ports.chat.dropScheduled(tx, employee_id);
  await emit(tx, removed, 'company', { employee_id });
  await emit(tx, rolesChanged, 'company', {});
  if (led || before.department_id) await emit(tx, departmentsChanged, 'company', {});
  signalActor(tx, deps, tx, employee_id);
  await audit(tx, tx.company_id, by, 'people.removed', {
    employee_id,
    hand_over_to: hand_over_to ?? null,
    spaces: handed_over,
    ...why,
  });
  return effects;
}

/** Whoever reported to them reports to who takes over, or else to their manager. */
async function handReports(
  tx: Tx,
  { employee_id, manager_id }: EmployeeRow,
  heir: string | null | undefined,
): Promise<void> {
  // Who takes over from below them comes to stand in their place first: otherwise there would be a ring.
  if (heir && (await isAbove(tx, employee_id, heir))) await setManager(tx, heir, manager_id);
  await moveReports(tx, employee_id, heir ?? manager_id);
}

async function checkHeir(tx: Tx, employee_id: string, hand_over_to: string): Promise<void> {
  const heir = await loadRow(tx, hand_over_to);
  if (hand_over_to === employee_id || heir.employee_account_status !== 'ACTIVE') {
    throw invalid([{ path: 'hand_over_to', message: 'Must be a colleague with an active account' }]);
  }
}
