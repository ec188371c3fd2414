// The endpoints of what is done to many at once: from the wire to the rules and back.
import * as contract from '#contract/people/bulk.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { implement, type Route } from '../../../platform/feature.ts';
import { ownEvents } from '../announce.ts';
import { checkDepartment } from '../departments/departments.ts';
import type { PeopleDeps } from '../deps.ts';
import { addToGroup } from '../groups/groups.ts';
import { lockRoster } from '../roles/role-repo.ts';
import { setAccountStatus } from './accounts.ts';
import { forEach, giveRole, type Results } from './bulk.ts';
import { editEmployee } from './employees.ts';
import { inviteAgain, switchOn } from './invitations.ts';
import { removeEmployee } from './leaving/leaving.ts';

export function bulkRoutes(deps: PeopleDeps): Route[] {
  const told = async (tx: Tx, actor: Actor, work: Promise<Results>) => ({
    results: await work,
    events: ownEvents(tx, actor),
  });
  return implement(contract, {
    bulkGroup: ({ tx, actor }, input) => told(tx, actor, addToGroup(tx, actor, input)),
    bulkDepartment: async ({ tx, actor }, { employee_ids, department_id }) => {
      await lockRoster(tx);
      if (department_id) await checkDepartment(tx, department_id);
      const set = (employee_id: string) => editEmployee(tx, actor, { employee_id, department_id }, deps);
      return told(tx, actor, forEach(tx, employee_ids, set));
    },
    bulkStatus: async ({ tx, actor }, { employee_ids, status }) => {
      const invited: string[] = [];
      const set = async (employee_id: string) => {
        if (status !== 'ACTIVE') await setAccountStatus(tx, actor, { employee_id, status }, deps);
        else if ((await switchOn(tx, actor, employee_id, deps)) === 'INVITED') invited.push(employee_id);
      };
      return { ...(await told(tx, actor, forEach(tx, employee_ids, set))), invited };
    },
    bulkInvite: ({ tx, actor }, { employee_ids }) =>
      told(
        tx,
        actor,
        forEach(tx, employee_ids, (employee_id) => inviteAgain(tx, actor, employee_id, deps)),
      ),
    bulkRole: ({ tx, actor }, input) => told(tx, actor, giveRole(tx, actor, input, deps)),
    bulkRemove: ({ tx, actor }, { employee_ids }) => {
      const remove = (employee_id: string) => removeEmployee(tx, actor, { employee_id }, deps);
      return told(tx, actor, forEach(tx, employee_ids, remove, true));
    },
  });
}
