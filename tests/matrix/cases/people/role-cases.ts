// Valid calls of the endpoints of a company's roles.
import { v7 as uuid } from 'uuid';
import * as roles from '#contract/people/roles.ts';
import { newPerson, type Side, some } from '../../world.ts';
import { entry } from '../case.ts';

const fields = ({ word }: Side) => ({ role_name: `${word} ${some()}`, permissions: ['spaces.create'] });

/** A company has a hundred at most: those that nobody has go, but for the newest. */
const makeRoom = ({ app, company_id, role_id }: Side) =>
  app.sql(
    `DELETE FROM role r WHERE company_id = $1 AND built_in IS NULL AND role_id <> $2
      AND NOT EXISTS (SELECT FROM employee_role e WHERE e.company_id = $1 AND e.role_id = r.role_id)
      AND role_id NOT IN (SELECT role_id FROM role WHERE company_id = $1 ORDER BY role_id DESC LIMIT 20)`,
    [company_id, role_id],
  );

async function newRole(side: Side): Promise<string> {
  await makeRoom(side);
  const role_id = uuid();
  await side.owner.call(roles.createRole, { role_id, ...fields(side) });
  return role_id;
}

export const roleCases = [
  entry(roles.listRoles)(() => ({ input: {} })),
  entry(roles.createRole)(async (side) => {
    await makeRoom(side);
    return { input: { role_id: uuid(), ...fields(side) } };
  }),
  entry(roles.updateRole)(async (side) => ({ input: { role_id: await newRole(side), ...fields(side) } })),
  entry(roles.deleteRole)(async (side) => ({ input: { role_id: await newRole(side) } })),
  entry(roles.updateRoleMembers)(async (side) => ({
    input: { role_id: await newRole(side), add: [await newPerson(side)], remove: [await newPerson(side)] },
  })),
];
