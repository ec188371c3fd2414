// Users: listed, found, made, replaced, changed, removed.
import type { ProvisionedPort } from '../ports.ts';
import { notFound } from './errors.ts';
import { idsMatching } from './filter.ts';
import { patchOf } from './patch.ts';
import { calledThere, newPersonOf, userOf, wishOf } from './user.ts';
import { type Answer, type Call, checkVersion, isId, listOf, pagingOf, project, type Resource } from './wire.ts';

type People = Pick<ProvisionedPort, 'lock' | 'people'>;

export async function listUsers({ people }: People, call: Call): Promise<Answer> {
  const { tx, query, base } = call;
  const { offset, limit } = pagingOf(query);
  const { filter } = query;
  const byId = async (id: string) => (isId(id.toLowerCase()) ? [id.toLowerCase()] : []);
  const byAddress = (address: string) => people.byAddress(tx, address);
  const byExternal = (external_id: string) => people.byExternal(tx, external_id);
  const present = (rows: Awaited<ReturnType<typeof people.find>>) =>
    rows.map((row) => project(query, userOf(row, base)));
  if (filter === undefined) {
    const total = await people.count(tx);
    return listOf(limit ? present(await people.page(tx, limit, offset)) : [], total, offset);
  }
  const lookUps = {
    username: byAddress,
    externalid: byExternal,
    id: byId,
    emails: byAddress,
    'emails.value': byAddress,
  };
  const found = await people.find(tx, await idsMatching(filter, lookUps));
  return listOf(present(found.slice(offset, offset + limit)), found.length, offset);
}

export async function readUser(port: People, call: Call): Promise<Answer> {
  return { status: 200, body: project(call.query, await load(port, call)) };
}

export async function createUser({ people }: People, call: Call): Promise<Answer> {
  const { tx, actor, body, base, query } = call;
  const wish = newPersonOf(body, leaveOut(call));
  const person = await people.create(tx, actor, wish, leaveOutField(call));
  return { status: 201, body: project(query, userOf(person, base)) };
}

/** What is left out stays: providers send what they map, and people here know more of themselves than that. */
export const replaceUser = (port: People, call: Call): Promise<Answer> =>
  change(port, call, (before) => wishOf(call.body, leaveOut(call), before));

export const patchUser = (port: People, call: Call): Promise<Answer> =>
  change(port, call, (before) => patchOf(before, call.body, leaveOut(call)));

const leaveOut =
  ({ leftOut }: Call) =>
  (attribute: string): void => {
    leftOut.add(attribute);
  };
const leaveOutField = (call: Call) => (field: string) => leaveOut(call)(calledThere[field] ?? field);

export async function deleteUser(port: People, call: Call): Promise<Answer> {
  await port.lock(call.tx);
  const before = await load(port, call);
  checkVersion(call, before);
  await port.people.remove(call.tx, call.actor, before.id);
  return { status: 204 };
}

async function change(
  port: People,
  call: Call,
  wished: (before: Resource) => ReturnType<typeof wishOf>,
): Promise<Answer> {
  const { tx, actor, base, query } = call;
  await port.lock(tx);
  const before = await load(port, call);
  checkVersion(call, before);
  const after = await port.people.change(tx, actor, before.id, wished(before), leaveOutField(call));
  return { status: 200, body: project(query, userOf(after, base)) };
}

async function load({ people }: People, { tx, id, base }: Call): Promise<Resource> {
  const [row] = isId(id) ? await people.find(tx, [id]) : [];
  if (!row) throw notFound();
  return userOf(row, base);
}
