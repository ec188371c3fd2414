// Valid calls of the endpoints of departments and of groups of people, of accounts switched on and off, and of all of them as a file.
import { v7 as uuid } from 'uuid';
import * as bulk from '#contract/people/bulk.ts';
import type { Rule } from '#contract/people/criteria.ts';
import * as departments from '#contract/people/departments.ts';
import * as groups from '#contract/people/groups.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as people from '#contract/people.ts';
import { newDepartment, newPeopleGroup, newPerson, type Side, some } from '../world.ts';
import { entry } from './case.ts';

const named = ({ word }: Side) => `${word} ${some()}`;
const about = (side: Side) => ({
  department_name: named(side),
  parent_id: side.department_id,
  lead_id: side.member.employee_id,
});
const ruleOf = (side: Side): Rule => ({
  match: 'all',
  criteria: [{ criteria_type: 'location', search_type: 'contains', values: [side.word] }],
});
const described = (side: Side) => ({ group_name: named(side), group_description: named(side) });

const two = async (side: Side) => [await newPerson(side), await newPerson(side)];

export const structureCases = [
  entry(bulk.bulkGroup)(async (side) => ({
    input: { employee_ids: await two(side), group_id: await newPeopleGroup(side) },
  })),
  entry(bulk.bulkDepartment)(async (side) => ({
    input: { employee_ids: await two(side), department_id: side.department_id },
  })),
  entry(bulk.bulkStatus)(
    async (side) => ({ input: { employee_ids: await two(side), status: 'INACTIVE' } }),
    async (side) => ({ input: { employee_ids: await two(side), status: 'ACTIVE' } }),
  ),
  entry(people.setStatus)(
    async (side) => ({ input: { employee_id: await newPerson(side), status: 'INACTIVE' } }),
    ({ member: { employee_id } }) => ({ input: { employee_id, status: 'ACTIVE' } }),
  ),
  entry(bulk.bulkInvite)(async (side) => ({ input: { employee_ids: await two(side) } })),
  entry(bulk.bulkRole)(async (side) => ({ input: { employee_ids: await two(side), role_id: side.role_id } })),
  entry(bulk.bulkRemove)(async (side) => ({ input: { employee_ids: await two(side) } })),
  entry(exportPeople)(
    () => ({ input: { format: 'xlsx', template: 'false' } }),
    () => ({ input: { format: 'csv', template: 'false' } }),
    () => ({ input: { format: 'csv', template: 'true' } }),
  ),
  entry(departments.listDepartments)(() => ({ input: {} })),
  entry(departments.createDepartment)((side) => ({ input: { department_id: uuid(), ...about(side) } })),
  entry(departments.updateDepartment)(async (side) => ({
    input: { department_id: await newDepartment(side), ...about(side) },
  })),
  entry(departments.deleteDepartment)(
    async (side) => ({ input: { department_id: await newDepartment(side), move_to: side.department_id } }),
    async (side) => ({ input: { department_id: await newDepartment(side), to_top: 'true' } }),
  ),
  entry(groups.listGroups)(() => ({ input: {} })),
  entry(groups.createGroup)((side) => ({ input: { group_id: uuid(), ...described(side), rule: ruleOf(side) } })),
  entry(groups.updateGroup)(async (side) => ({
    input: { group_id: await newPeopleGroup(side, ruleOf(side)), ...described(side), rule: ruleOf(side) },
  })),
  entry(groups.deleteGroup)(async (side) => ({ input: { group_id: await newPeopleGroup(side) } })),
  entry(groups.listGroupMembers)(
    async (side) => {
      const group_id = await newPeopleGroup(side);
      const add = [side.member.employee_id, side.stranger.employee_id];
      await side.owner.call(groups.updateGroupMembers, { group_id, add });
      const { next_cursor } = await side.owner.call(groups.listGroupMembers, { group_id, limit: 1 });
      return { input: { group_id, limit: 1, cursor: next_cursor ?? '' } };
    },
    (side) => ({ input: { rule: ruleOf(side) } }),
  ),
  entry(groups.updateGroupMembers)(async (side) => ({
    input: { group_id: await newPeopleGroup(side), add: [await newPerson(side)], remove: [await newPerson(side)] },
  })),
];
