// The endpoints of people: from the wire to the rules and back.
import { v7 as uuid } from 'uuid';
import * as roles from '#contract/people/roles.ts';
import * as contract from '#contract/people.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Rounds } from '../../platform/db/rounds.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { settingsOf } from '../company/service.ts';
import { accessRoutes } from './accounts/access.ts';
import { setAccountStatus } from './accounts/accounts.ts';
import { bulkRoutes } from './accounts/bulk-routes.ts';
import { createEmployee, editEmployee } from './accounts/employees.ts';
import { inviteAgain, sendInvitation } from './accounts/invitations.ts';
import { removeEmployee } from './accounts/leaving/leaving.ts';
import { leavingRoutes } from './accounts/leaving/leaving-routes.ts';
import { ownEvents } from './announce.ts';
import { departmentRoutes } from './departments/department-routes.ts';
import type { PeopleDeps } from './deps.ts';
import { celebrationRoutes } from './finding/celebrations/celebrations.ts';
import { chartRoutes } from './finding/chart/chart.ts';
import { exportRoutes } from './finding/export/export-routes.ts';
import { listChoices, listDirectory, listPeople, selectFields } from './finding/listing.ts';
import { viewRoutes } from './finding/views/views.ts';
import { groupRoutes } from './groups/group-routes.ts';
import { mayLookUp } from './policy.ts';
import { changeMembers } from './roles/members.ts';
import { createRole, deleteRole, listAll, updateRole } from './roles/own-roles.ts';

export function peopleRoutes(deps: PeopleDeps, erasing: Rounds): Route[] {
  const people = implement(contract, {
    list: async ({ tx, actor }, input) => {
      if (!mayLookUp(actor, false)) throw new AppError('NO_PERMISSION');
      return listPeople(tx, actor, input, deps.ports.availableIn);
    },
    // Also where the directory is switched off: names and faces are none (see `mayLookUp`).
    directory: ({ tx }, input) => listDirectory(tx, input),
    meta: async ({ tx, actor }, input) => {
      if (!mayLookUp(actor, input.employee_id === actor.employee_id)) throw new AppError('NO_PERMISSION');
      return selectFields(tx, actor, input);
    },
    dropdown: ({ tx, actor }, input) => listChoices(tx, actor, input),
    create: async ({ tx, actor }, input) => {
      const { time_zone } = await settingsOf(tx);
      const employee = await createEmployee(tx, actor, input.employee_id ?? uuid(), input, { time_zone }, deps);
      const invited = input.send_invitation !== false;
      await audit(tx, actor.company_id, actor.employee_id, 'people.created', {
        employee_id: employee.employee_id,
        invited,
      });
      if (invited) await sendInvitation(tx, employee, deps);
      return { employee, events: ownEvents(tx, actor) };
    },
    update: async ({ tx, actor }, input) => {
      const employee = await editEmployee(tx, actor, input, deps);
      return { employee, events: ownEvents(tx, actor) };
    },
    setStatus: async ({ tx, actor }, input) => {
      const employee = await setAccountStatus(tx, actor, input, deps);
      return { employee, events: ownEvents(tx, actor) };
    },
    remove: async ({ tx, actor }, input) => {
      const effects = await removeEmployee(tx, actor, input, deps);
      return { effects, events: ownEvents(tx, actor) };
    },
    invite: ({ tx, actor }, input) => inviteAgain(tx, actor, input.employee_id, deps),
  });
  const ofRoles = implement(roles, {
    listRoles: async ({ tx }) => ({ items: await listAll(tx) }),
    createRole: async ({ tx, actor }, input) => {
      const role = await createRole(tx, actor, input);
      return { role, events: ownEvents(tx, actor) };
    },
    updateRole: async ({ tx, actor }, input) => {
      const role = await updateRole(tx, actor, input, deps);
      return { role, events: ownEvents(tx, actor) };
    },
    deleteRole: async ({ tx, actor }, { role_id }) => {
      await deleteRole(tx, actor, role_id, deps);
      return { events: ownEvents(tx, actor) };
    },
    updateRoleMembers: async ({ tx, actor }, input) => {
      const role = await changeMembers(tx, actor, input, deps);
      return { role, events: ownEvents(tx, actor) };
    },
  });
  return [
    ...people,
    ...ofRoles,
    ...departmentRoutes,
    ...groupRoutes,
    ...chartRoutes,
    ...celebrationRoutes,
    ...viewRoutes,
    ...exportRoutes,
    ...bulkRoutes(deps),
    ...accessRoutes(deps),
    ...leavingRoutes(deps, erasing),
  ];
}
