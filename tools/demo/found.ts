// The company, its sixty people with their passwords, and its spaces.
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/chat/groups.ts';
import * as company from '#contract/company.ts';
import { createDepartment, updateDepartment } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { createHasher } from '#server/features/auth/passwords/hasher.ts';
import { insertCompany } from '#server/features/auth/repo/company-repo.ts';
import { putCredential } from '#server/features/auth/repo/credential-repo.ts';
import { createDefaults } from '#server/features/company/service.ts';
import { activate, createOwner } from '#server/features/people/service.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { addressOf, cast, DOMAIN, type Member } from './cast.ts';
import { groups } from './content/asides.ts';
import { departmentOf, departments } from './content/departments.ts';
import type { Call } from './desk.ts';
import { type Place, places } from './places.ts';
import { keyOf } from './plan.ts';

export const COMPANY = 'Brackenford';
export const PASSWORD = 'butter and rye at 4';
export const OWNER_ADDRESS = addressOf(cast[0] as Member);
export const TIME_ZONE = 'Europe/London';

/** Ids by first name, of sub-spaces by `space/sub-space`, of groups by who is in them. */
export interface Founded {
  readonly people: ReadonlyMap<string, string>;
  readonly spaces: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
}

const owner = cast[0] as Member;

/** The one with the role Owner comes with the company; the others are made by them. `hashes`: from `hashPasswords`. */
export async function found(tx: Tx, as: (employee_id: string) => Call, hashes: readonly string[]): Promise<Founded> {
  const ids = new Map(cast.map((member) => [member.first, uuid()]));
  const owner_id = ids.get(owner.first) as string;
  await insertCompany(tx, COMPANY, DOMAIN);
  await createDefaults(tx, { time_zone: TIME_ZONE });
  await createOwner(tx, {
    company_id: tx.company_id,
    employee_id: owner_id,
    first_name: owner.first,
    last_name: owner.last,
    work_email_id: addressOf(owner),
    time_zone: TIME_ZONE,
  });
  const call = as(owner_id);
  await call(company.update, { color_theme: 'default' });
  const rooms = await divide(call);
  await hire(call, ids, rooms);
  for (const { name, lead } of departments)
    await call(updateDepartment, { department_id: rooms.get(name) as string, lead_id: ids.get(lead) as string });
  await setPasswords(tx, ids, hashes);
  const made = await makeSpaces(as, ids);
  // After the spaces: nobody is added anywhere once the account is switched off.
  for (const { first, account } of cast)
    if (account && account !== 'INVITED')
      await call(people.setStatus, { employee_id: ids.get(first) as string, status: account });
  return { people: ids, ...made, groups: await makeGroups(as, ids) };
}

/** The departments, without their leads, who are hired into them. Ids by name. */
async function divide(call: Call): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>();
  for (const { name, below } of departments) {
    const department_id = uuid();
    await call(createDepartment, { department_id, department_name: name, parent_id: made.get(below) ?? null });
    made.set(name, department_id);
  }
  return made;
}

async function hire(call: Call, ids: ReadonlyMap<string, string>, rooms: ReadonlyMap<string, string>): Promise<void> {
  const { roles = [] } = await call(people.dropdown, { kinds: ['roles'] });
  const roleIds = new Map(roles.map((role) => [role.label, role.id]));
  for (const [index, member] of cast.entries()) {
    const employee_id = ids.get(member.first) as string;
    const fields = { ...fieldsOf(member, index, ids), department_id: rooms.get(departmentOf(member)) as string };
    if (member === owner) {
      await call(people.update, { employee_id, ...fields });
      continue;
    }
    const role = member.role && roleIds.get(member.role);
    const names = { first_name: member.first, last_name: member.last, work_email_id: addressOf(member) };
    await call(people.create, {
      employee_id,
      ...names,
      ...fields,
      ...(role && { role_ids: [role] }),
      send_invitation: false,
    });
  }
}

function fieldsOf(member: Member, index: number, ids: ReadonlyMap<string, string>) {
  return {
    position_title: member.title,
    location: member.site,
    // Of the range that is kept free for stories.
    phone_number: `+44 1632 960${String(100 + index)}`,
    skills: [...member.skills],
    birth_date: member.born,
    joining_date: member.joined,
    manager_id: ids.get(member.manager) ?? null,
  };
}

/** Everybody but the invited, who have none yet. */
const accepted = cast.filter((member) => member.account !== 'INVITED');

/** One for each of them. Takes a moment, and so must not be done within a transaction. */
export async function hashPasswords(): Promise<string[]> {
  const { hash } = createHasher();
  const hashes: string[] = [];
  for (const _ of accepted) hashes.push(await hash(PASSWORD));
  return hashes;
}

async function setPasswords(tx: Tx, ids: ReadonlyMap<string, string>, hashes: readonly string[]): Promise<void> {
  for (const [index, { first }] of accepted.entries()) {
    const employee_id = ids.get(first) as string;
    await putCredential(tx, employee_id, hashes[index] as string);
    await activate(tx, employee_id);
  }
}

async function makeSpaces(
  as: (employee_id: string) => Call,
  ids: ReadonlyMap<string, string>,
): Promise<Pick<Founded, 'spaces' | 'channels'>> {
  const made = { spaces: new Map<string, string>(), channels: new Map<string, string>() };
  for (const place of places) {
    const [first, ...others] = place.admins.map((name) => ids.get(name) as string);
    const call = as(first as string);
    const space_id = uuid();
    const employee_ids = cast.filter(place.includes).map((member) => ids.get(member.first) as string);
    const { name: space_name, description: space_description, visibility } = place;
    const { space } = await call(spaces.create, { space_id, space_name, space_description, visibility, employee_ids });
    for (const employee_id of others) await call(spaces.updateMember, { space_id, employee_id, role: 'admin' });
    made.spaces.set(place.name, space_id);
    made.channels.set(`${place.name}/${place.channels[0].name}`, space.sub_spaces[0]?.sub_space_id ?? '');
    await makeChannels(call, place, space_id, made.channels);
  }
  return made;
}

async function makeChannels(call: Call, place: Place, space_id: string, channels: Map<string, string>): Promise<void> {
  for (const { name: sub_space_name, description: sub_space_description } of place.channels.slice(1)) {
    const sub_space_id = uuid();
    await call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name, sub_space_description });
    channels.set(`${place.name}/${sub_space_name}`, sub_space_id);
  }
}

async function makeGroups(as: (employee_id: string) => Call, ids: ReadonlyMap<string, string>) {
  const made = new Map<string, string>();
  for (const { name, people: group } of groups) {
    const [first = '', ...employee_ids] = group.map((one) => ids.get(one) as string);
    const conversation_id = uuid();
    await as(first)(createGroup, { conversation_id, employee_ids, name });
    made.set(keyOf({ group }), conversation_id);
  }
  return made;
}
