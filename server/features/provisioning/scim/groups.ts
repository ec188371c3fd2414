// Groups: listed, found, made, replaced, changed, removed. Those that go by criteria are not the provider's business.
import type { GroupWish } from '../../people/service.ts';
import type { Group, ProvisionedPort } from '../ports.ts';
import { badValue, notFound } from './errors.ts';
import { idsMatching } from './filter.ts';
import { groupOf, groupPatchOf, groupWishOf, keptName } from './group.ts';
import {
  type Answer,
  type Call,
  checkVersion,
  isId,
  isWanted,
  listOf,
  pagingOf,
  project,
  type Resource,
} from './wire.ts';

type Groups = Pick<ProvisionedPort, 'lock' | 'groups'>;

/** Of one page with its members: then it is shorter than was asked for. */
const MOST_MEMBERS_A_PAGE = 20_000;

export async function listGroups(port: Groups, call: Call): Promise<Answer> {
  const { tx, query } = call;
  const { offset, limit } = pagingOf(query);
  const { filter } = query;
  if (filter === undefined) {
    const [total, ids] = [await port.groups.count(tx), limit ? await port.groups.page(tx, limit, offset) : []];
    return listOf(await presentAll(port, call, await port.groups.find(tx, ids)), total, offset);
  }
  const byId = async (id: string) => (isId(id.toLowerCase()) ? [id.toLowerCase()] : []);
  const around = async (id: string) => (isId(id.toLowerCase()) ? port.groups.around(tx, id.toLowerCase()) : []);
  const lookUps = {
    displayname: (name: string) => port.groups.byName(tx, keptName(name)),
    externalid: (external_id: string) => port.groups.byExternal(tx, external_id),
    id: byId,
    members: around,
    'members.value': around,
  };
  // Those that there are: an id that is asked for may be nobody's.
  const found = await port.groups.find(tx, await idsMatching(filter, lookUps));
  return listOf(await presentAll(port, call, found.slice(offset, offset + limit)), found.length, offset);
}

async function presentAll({ groups }: Groups, { tx, query, base }: Call, all: readonly Group[]): Promise<Resource[]> {
  if (!isWanted(query, 'members')) return all.map((one) => project(query, groupOf(one, undefined, base)));
  let members = 0;
  const page = all.filter((one, at) => (members += one.members) <= MOST_MEMBERS_A_PAGE || at === 0);
  const ids = page.map(({ group_id }) => group_id);
  const inside = await groups.membersOf(tx, ids);
  return page.map((one) => project(query, groupOf(one, inside.get(one.group_id) ?? [], base)));
}

export async function readGroup(port: Groups, call: Call): Promise<Answer> {
  return present(port, call, await load(port, call), 200);
}

export async function createGroup(port: Groups, call: Call): Promise<Answer> {
  const { name, ...wish } = groupWishOf(call.body);
  if (name === undefined) throw badValue('displayName: this field is required');
  return present(port, call, await port.groups.create(call.tx, call.actor, { ...wish, name }), 201);
}

export const replaceGroup = (port: Groups, call: Call): Promise<Answer> => change(port, call, groupWishOf);
export const patchGroup = (port: Groups, call: Call): Promise<Answer> => change(port, call, groupPatchOf);

export async function deleteGroup(port: Groups, call: Call): Promise<Answer> {
  const { group_id } = await hold(port, call);
  await port.groups.remove(call.tx, call.actor, group_id);
  return { status: 204 };
}

async function change(port: Groups, call: Call, wished: (body: unknown) => GroupWish): Promise<Answer> {
  const { group_id } = await hold(port, call);
  const after = await port.groups.change(call.tx, call.actor, group_id, wished(call.body));
  return present(port, call, after, 200);
}

async function hold(port: Groups, call: Call): Promise<Group> {
  await port.lock(call.tx);
  const before = await load(port, call);
  checkVersion(call, groupOf(before, undefined, call.base));
  return before;
}

async function load({ groups }: Groups, { tx, id }: Call): Promise<Group> {
  const [row] = isId(id) ? await groups.find(tx, [id]) : [];
  if (!row) throw notFound();
  return row;
}

async function present({ groups }: Groups, { tx, query, base }: Call, row: Group, status: number): Promise<Answer> {
  const { group_id } = row;
  const members = isWanted(query, 'members') ? (await groups.membersOf(tx, [group_id])).get(group_id) : undefined;
  return { status, body: project(query, groupOf(row, members, base)) };
}
