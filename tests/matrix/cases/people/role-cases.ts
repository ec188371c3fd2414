// Valid calls of the endpoints of a company's roles.
import { v7 as uuid } from 'uuid';
import * as roles from '#contract/people/roles.ts';
import { newPerson, type Side, some } from '../../world.ts';
import { entry } from '../case.ts';

const fields = ({ word }: Side) => ({ role_name: `${word} ${some()}`, permissions: ['spaces.create'] });

async function newRole(side: Side): Promise<string> {
  const role_id = uuid();
  await side.owner.call(roles.createRole, { role_id, ...fields(side) });
  return role_id;
}

export const roleCases = [
  entry(roles.listRoles)(() => ({ input: {} })),
  entry(roles.createRole)((side) => ({ input: { role_id: uuid(), ...fields(side) } })),
  entry(roles.updateRole)(async (side) => ({ input: { role_id: await newRole(side), ...fields(side) } })),
  entry(roles.deleteRole)(async (side) => ({ input: { role_id: await newRole(side) } })),
  entry(roles.updateRoleMembers)(async (side) => ({
    input: { role_id: await newRole(side), add: [await newPerson(side)], remove: [await newPerson(side)] },
  })),
];
