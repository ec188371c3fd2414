// What causes each of the events of the company and its people, and who hears it: everybody in it, or the member alone.
import { v7 as uuid } from 'uuid';
import * as company from '#contract/company.ts';
import type { EventType } from '#contract/kernel/endpoint.ts';
import { createDepartment, departmentsChanged } from '#contract/people/departments.ts';
import { rolesChanged } from '#contract/people/events.ts';
import { createGroup, groupsChanged } from '#contract/people/groups.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import type { TestClient } from '../../kit/client.ts';
import { some } from '../world.ts';

/** As much of the cast as is needed. */
interface Told {
  readonly owner: TestClient;
  readonly member: TestClient;
  readonly stranger: TestClient;
}

interface CompanyTrigger {
  readonly heard: 'everybody' | 'memberAlone';
  readonly cause: (cast: Told) => Promise<unknown>;
}

export const companyTriggers: readonly (readonly [EventType, CompanyTrigger])[] = [
  [
    people.changed,
    {
      heard: 'everybody',
      cause: ({ owner, stranger }) =>
        owner.call(people.update, { employee_id: stranger.employee_id, position_title: `Title ${some()}` }),
    },
  ],
  [
    people.removed,
    {
      heard: 'everybody',
      cause: async ({ owner }) => {
        const employee_id = uuid();
        const name = { first_name: 'Gone', last_name: 'Soon', work_email_id: `${some()}@${some()}.example` };
        await owner.call(people.create, { employee_id, ...name, send_invitation: false });
        await owner.call(people.remove, { employee_id });
      },
    },
  ],
  [
    people.hiddenChanged,
    {
      heard: 'everybody',
      cause: async ({ member }) => {
        const { employee_id } = member;
        await member.call(people.update, { employee_id, hidden_fields: ['skills'] });
        await member.call(people.update, { employee_id, hidden_fields: [] });
      },
    },
  ],
  [
    people.selfChanged,
    {
      heard: 'memberAlone',
      cause: ({ member }) =>
        member.call(people.update, { employee_id: member.employee_id, location: `Town ${some()}` }),
    },
  ],
  [
    rolesChanged,
    {
      heard: 'everybody',
      cause: ({ owner }) => owner.call(createRole, { role_id: uuid(), role_name: some(), permissions: ['audit.view'] }),
    },
  ],
  [
    departmentsChanged,
    {
      heard: 'everybody',
      cause: ({ owner }) => owner.call(createDepartment, { department_id: uuid(), department_name: some() }),
    },
  ],
  [
    groupsChanged,
    { heard: 'everybody', cause: ({ owner }) => owner.call(createGroup, { group_id: uuid(), group_name: some() }) },
  ],
  [
    company.configChanged,
    { heard: 'everybody', cause: ({ owner }) => owner.call(company.update, { company_name: `Name ${some()}` }) },
  ],
  [
    company.modulesChanged,
    {
      heard: 'everybody',
      cause: async ({ owner }) => {
        const { company_id } = owner;
        await owner.call(company.updateModules, { company_id, modules: { people: false } });
        await owner.call(company.updateModules, { company_id, modules: { people: true } });
      },
    },
  ],
];
