// The endpoints of departments: from the wire to the rules and back.
import * as contract from '#contract/people/departments.ts';
import { implement, type Route } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownEvents } from '../announce.ts';
import { mayLookUp } from '../policy.ts';
import { createDepartment, deleteDepartment, listAll, updateDepartment } from './departments.ts';

export const departmentRoutes: readonly Route[] = implement(contract, {
  listDepartments: async ({ tx, actor }) => {
    if (!mayLookUp(actor, false)) throw new AppError('NO_PERMISSION');
    return { items: await listAll(tx) };
  },
  createDepartment: async ({ tx, actor }, input) => {
    const department = await createDepartment(tx, actor, input);
    return { department, events: ownEvents(tx, actor) };
  },
  updateDepartment: async ({ tx, actor }, input) => {
    const department = await updateDepartment(tx, actor, input);
    return { department, events: ownEvents(tx, actor) };
  },
  deleteDepartment: async ({ tx, actor }, input) => {
    await deleteDepartment(tx, actor, input);
    return { events: ownEvents(tx, actor) };
  },
});
