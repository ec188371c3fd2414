// What it would mean that somebody leaves: asked for by the dialog, and told as what was done.
import type { LeavingEffects } from '#contract/people/leaving.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { countIdentities, countSessions, countWorkingLinks } from '../../../auth/service.ts';
import type { Named, PeopleDeps } from '../../deps.ts';
import { listViews } from '../../finding/views/view-repo.ts';
import type { EmployeeRow } from '../../repo.ts';
import { rolesOf } from '../../roles/role-repo.ts';
import { isProvisioned } from '../provisioning/people-repo.ts';
import { listFixedGroups, listLed, listReports } from './effects-repo.ts';

/** So many of each are named. */
const NAMED = 20;

const several = (all: readonly Named[]) => ({ count: all.length, items: all.slice(0, NAMED) });

/** Under the roster's lock it is what will be done, but for spaces, which others change meanwhile. */
export async function effectsOf(tx: Tx, row: EmployeeRow, { ports }: PeopleDeps): Promise<LeavingEffects> {
  const { employee_id } = row;
  const spaces = await ports.spaces.leavingOf(tx, employee_id);
  const [departments, reports] = [await listLed(tx, employee_id), await listReports(tx, employee_id)];
  const roles = (await rolesOf(tx, employee_id)).map(({ role_id: id, name }) => ({ id, name }));
  return {
    spaces: spaces.all,
    hand_over: { spaces: several(spaces.alone), departments: several(departments), reports: several(reports) },
    needs_heir: spaces.alone.length > 0 || departments.length > 0 || (reports.length > 0 && row.manager_id === null),
    ends: {
      sessions: await countSessions(tx, employee_id),
      devices: await ports.notifications.countDevices(tx, employee_id),
      scheduled_messages: await ports.chat.countScheduled(tx, employee_id),
      groups: several(await listFixedGroups(tx, employee_id)),
      roles: several(roles),
      emptied: several(spaces.emptied),
      joining: spaces.joining,
      views: (await listViews(tx, employee_id)).length,
      links: await countWorkingLinks(tx, employee_id, row.work_email, row.employee_account_status),
      sign_on: await countIdentities(tx, employee_id),
      provisioned: await isProvisioned(tx, employee_id),
    },
    stays: {
      conversations: await ports.chat.countConversations(tx, employee_id),
      tokens: await ports.provisioning.countTokens(tx, employee_id),
    },
  };
}
