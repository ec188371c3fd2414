// Somebody who manages roles, and wants more than they hold.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import * as roles from '#contract/people/roles.ts';
import { permissions } from '#contract/permissions.ts';
import { copyOf } from '../../flows/auth.fixture.ts';
import { addPerson } from '../../kit/factory.ts';
import { newRole, type Side, some, type World } from '../world.ts';

/** The input of a call by `employee_id`, who has the role `own`; `more` is one that allows everything. */
type Way = (given: { own: string; more: string; employee_id: string }) => object;
const waysUp: ReadonlyMap<Endpoint, Way> = new Map<Endpoint, Way>([
  [roles.createRole, () => ({ role_id: uuid(), role_name: some(), permissions: [...permissions] })],
  [roles.updateRole, ({ own }) => ({ role_id: own, permissions: [...permissions] })],
  [roles.deleteRole, ({ more }) => ({ role_id: more })],
  [roles.updateRoleMembers, ({ more, employee_id }) => ({ role_id: more, add: [employee_id] })],
]);

export const leadsUp = (endpoint: Endpoint): boolean => waysUp.has(endpoint);

const roleOf = ({ app, company_id }: Side, held: readonly string[]) => newRole(app, company_id, some(), held);

/** Fails if who manages roles gets further by this endpoint of this server. */
export async function nobodyRises({ app, a }: World, url: string, endpoint: Endpoint): Promise<void> {
  const [own, more] = [await roleOf(a, ['roles.manage']), await roleOf(a, permissions)];
  const by = copyOf(await addPerson(app, a.owner, { role_ids: [own] }), { url });
  const { status, body } = await by.raw(endpoint, waysUp.get(endpoint)?.({ own, more, employee_id: by.employee_id }));
  expect(`${status} ${body.error_code}`, 'a way up').toBe('403 NO_PERMISSION');
}
