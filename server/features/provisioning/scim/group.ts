// A group as the standard writes one, and what such a text, or its changes, wish. Pure. Members are never all held in memory to change
// a few of them: the wish is steps.

import type { Filter } from 'scim2-parse-filter';
import * as v from 'valibot';
import { text } from '#contract/kernel/fields.ts';
import { check } from '#contract/kernel/schema.ts';
import type { GroupWish, MemberStep } from '../../people/service.ts';
import type { Group } from '../ports.ts';
import { badValue, ScimError } from './errors.ts';
import { parseFilter } from './filter.ts';
import { type Operation, operationsOf, targetOf } from './patch.ts';
import { cut, isId, isObject, type Json, objectOf, pick, type Resource, withVersion } from './wire.ts';

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const MOST_MEMBERS = 10_000;

/** `members` undefined: they were not asked for. The version is of them all the same. */
export function groupOf(group: Group, members: readonly string[] | undefined, base: string): Resource {
  const { group_id, name, external_id, members_hash } = group;
  const content = {
    schemas: [GROUP],
    id: group_id,
    ...(external_id === null ? {} : { externalId: external_id }),
    displayName: name,
    ...(members && { members: members.map((value) => ({ value, type: 'User' })) }),
    meta: {
      resourceType: 'Group',
      created: group.created_at,
      lastModified: group.updated_at,
      location: `${base}/Groups/${group_id}`,
    },
  };
  return withVersion(content, [group_id, external_id, name, group.members, members_hash]);
}

/** Of a name, as providers have them; of a longer one than we keep the beginning is kept. */
const MOST_CHARACTERS = 256;
export const keptName = (name: string): string => cut(name.trim(), 80).trim();

const bounds = v.strictObject({
  name: v.optional(v.pipe(text(MOST_CHARACTERS, 1), v.transform(keptName))),
  external_id: v.optional(v.nullable(text(300, 1))),
});

function checked(name: unknown, external_id: unknown): Pick<GroupWish, 'name' | 'external_id'> {
  const result = check(bounds, { name, external_id: external_id === '' ? null : external_id });
  if (!result.issues) return result.value as Pick<GroupWish, 'name' | 'external_id'>;
  const [first] = result.issues;
  const field = first?.path === 'name' ? 'displayName' : 'externalId';
  throw badValue(`${field}: ${first?.message.replace(/ but received .*$/s, '') ?? 'not acceptable'}`);
}

/** What is left out stays. */
export function groupWishOf(body: unknown): GroupWish {
  const doc = objectOf(body);
  const members = pick(doc, 'members');
  const steps = members === undefined ? [] : [{ kind: 'set', employee_ids: idsIn(members ?? []) } as const];
  return { ...checked(pick(doc, 'displayName'), pick(doc, 'externalId')), steps: bounded(steps) };
}

export function groupPatchOf(body: unknown): GroupWish {
  const wish: { name?: unknown; external_id?: unknown; steps: MemberStep[] } = { steps: [] };
  for (const operation of operationsOf(body)) apply(wish, operation);
  return { ...checked(wish.name, wish.external_id), steps: bounded(wish.steps) };
}

function apply(wish: { name?: unknown; external_id?: unknown; steps: MemberStep[] }, operation: Operation): void {
  const { op, path, value } = operation;
  if (path === undefined || path.toLowerCase() === GROUP.toLowerCase()) {
    for (const [name, of] of Object.entries(objectOf(value))) {
      // Okta repeats the id beside what it changes.
      if (/^(displayname|externalid|members)$/i.test(name)) apply(wish, { op, path: name, value: of });
    }
    return;
  }
  const { urn, attribute, filter } = targetOf(path);
  if (urn !== undefined && urn !== GROUP.toLowerCase()) return;
  if (attribute === 'members') wish.steps.push(stepOf(operation, filter));
  if (attribute === 'displayname') {
    if (op === 'remove') throw new ScimError(400, 'displayName: it cannot be removed', 'mutability');
    wish.name = value;
  }
  if (attribute === 'externalid') wish.external_id = op === 'remove' ? null : value;
}

function stepOf({ op, value }: Operation, filter: string | undefined): MemberStep {
  if (filter) {
    if (op !== 'remove') throw new ScimError(400, 'members: a filter is for removing', 'invalidPath');
    return { kind: 'remove', employee_ids: named(parseFilter(filter)) };
  }
  if (op === 'remove')
    return value === undefined || value === null
      ? { kind: 'set', employee_ids: [] }
      : { kind: 'remove', employee_ids: idsIn(value) };
  return { kind: op === 'add' ? 'add' : 'set', employee_ids: idsIn(value ?? []) };
}

/** `value eq "…"`, several with `or`. */
function named(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(named);
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'value' || typeof filter.compValue !== 'string')
    throw new ScimError(400, 'members: filters by value only', 'invalidFilter');
  return [idOf(filter.compValue)];
}

function idsIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => idOf(isObject(one) ? pick(one as Json, 'value') : one));
}

function idOf(value: unknown): string {
  const id = typeof value === 'string' ? value.toLowerCase() : '';
  if (!isId(id)) throw badValue('members: not an id of somebody here');
  return id;
}

/** As few as can be: what is the same kind and comes together is one. */
function bounded(steps: readonly MemberStep[]): MemberStep[] {
  const total = steps.reduce((sum, { employee_ids }) => sum + employee_ids.length, 0);
  if (total > MOST_MEMBERS) throw new ScimError(400, `members: at most ${MOST_MEMBERS} in one call`, 'tooMany');
  const joined: MemberStep[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (last?.kind === step.kind && step.kind !== 'set')
      joined[joined.length - 1] = { kind: step.kind, employee_ids: [...last.employee_ids, ...step.employee_ids] };
    else joined.push(step);
  }
  return joined;
}
