// Changes of a user (RFC 7644, 3.5.2) as Okta and Entra really write them: operations with a capital, without a path, with several
// attributes in one value, truth as text. They are brought into one form, of attributes that there are, before the library applies
// them: no name that somebody has sent ever becomes a key of an object.

import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import type { Filter } from 'scim2-parse-filter';
import type { PersonWish } from '../../people/service.ts';
import { ScimError } from './errors.ts';
import { parseFilter } from './filter.ts';
import { ENTERPRISE, type LeaveOut, USER, wishOf } from './user.ts';
import { isObject, type Json, objectOf, pick, type Resource } from './wire.ts';

const MOST_OPERATIONS = 1000;
/** Of a user, when each attribute is one by itself: each is applied to the whole. */
const MOST_CHANGES = 100;
/** A schema within a value, and an attribute within a schema. */
const MOST_DEPTH = 2;
const tooMany = () => new ScimError(400, 'Operations: too many in one call', 'tooMany');

const OPS = new Set(['add', 'replace', 'remove']);

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | undefined;
  readonly value: unknown;
}

/** The operations of a body, with their words in lower case. 400 invalidSyntax. */
export function operationsOf(body: unknown): Operation[] {
  const all = pick(objectOf(body), 'Operations');
  if (!Array.isArray(all) || !all.length) throw new ScimError(400, 'Operations: there are none', 'invalidSyntax');
  if (all.length > MOST_OPERATIONS) throw tooMany();
  return all.map((one: unknown) => {
    const given = objectOf(one);
    const [op, path, value] = [pick(given, 'op'), pick(given, 'path'), pick(given, 'value')];
    const word = typeof op === 'string' ? op.toLowerCase() : '';
    if (!OPS.has(word)) throw new ScimError(400, 'Operations: op has to be add, replace or remove', 'invalidSyntax');
    if (path !== undefined && path !== null && (typeof path !== 'string' || path.length > 1000))
      throw new ScimError(400, 'Operations: a path that cannot be read', 'invalidPath');
    if (word === 'remove' && !path) throw new ScimError(400, 'Operations: remove needs a path', 'noTarget');
    return { op: word as Operation['op'], path: path ? path.trim() : undefined, value };
  });
}

const PATH = /^(?:(urn:[\w.:-]+):)?([a-z$][\w$-]*)(?:\[([^\][]{1,300})\])?(?:\.([a-z$][\w$-]*))?$/i;

export interface Target {
  /** All in lower case, but for the filter. */
  readonly urn: string | undefined;
  readonly attribute: string;
  readonly filter: string | undefined;
  readonly part: string | undefined;
}

/** 400 invalidPath, invalidFilter. */
export function targetOf(path: string): Target {
  const [, urn, attribute, filter, part] = PATH.exec(path) ?? [];
  if (!attribute) throw new ScimError(400, 'Operations: a path that cannot be read', 'invalidPath');
  if (filter) parseFilter(filter);
  return { urn: urn?.toLowerCase(), attribute: attribute.toLowerCase(), filter, part: part?.toLowerCase() };
}

const CORE = USER.toLowerCase();
const OWN_OF = ENTERPRISE.toLowerCase();

interface Known {
  readonly path: string;
  /** Under which schema it stands. */
  readonly urn: string;
  /** What it cannot be is left out, and keeps nothing else from being done. */
  readonly lenient?: true;
}
/** What there is of a user, by its name in lower case. */
const SINGLE: Readonly<Record<string, Known>> = {
  username: { path: 'userName', urn: CORE },
  externalid: { path: 'externalId', urn: CORE },
  displayname: { path: 'displayName', urn: CORE },
  title: { path: 'title', urn: CORE, lenient: true },
  active: { path: 'active', urn: CORE },
  employeenumber: { path: `${ENTERPRISE}:employeeNumber`, urn: OWN_OF, lenient: true },
  department: { path: `${ENTERPRISE}:department`, urn: OWN_OF, lenient: true },
  manager: { path: `${ENTERPRISE}:manager.value`, urn: OWN_OF, lenient: true },
};
const NAMES: Readonly<Record<string, string>> = { givenname: 'name.givenName', familyname: 'name.familyName' };
const OWN = ['employeeNumber', 'department', 'manager'];

/** In the one form. What there is not, and what follows from something else, is left out. */
function plain({ op, path, value }: Operation, leaveOut: LeaveOut, depth = 0): ScimPatchOperation[] {
  const key = path?.toLowerCase();
  if (depth > MOST_DEPTH) throw new ScimError(400, 'Operations: they go too deep', 'invalidPath');
  const inside = (prefix: string) =>
    entriesOf(value).flatMap(([name, of]) => plain({ op, path: prefix + name, value: of }, leaveOut, depth + 1));
  if (key === undefined || key === CORE) return inside('');
  if (key === OWN_OF)
    return op === 'remove'
      ? OWN.flatMap((name) => plain({ op, path: `${ENTERPRISE}:${name}`, value: undefined }, leaveOut))
      : inside(`${ENTERPRISE}:`);
  const { urn, attribute, filter, part } = targetOf(path as string);
  if (attribute === 'name' && urn !== OWN_OF && isOurs(urn)) return nameOf({ op, path, value }, part);
  if (attribute === 'phonenumbers' && urn !== OWN_OF && isOurs(urn))
    return phoneOf({ op, path, value }, filter, part, leaveOut);
  const known = Object.hasOwn(SINGLE, attribute) ? SINGLE[attribute] : undefined;
  if (!known || filter || (urn !== undefined && urn !== known.urn)) return [];
  if (attribute === 'manager') return managerOf({ op, path, value }, part, leaveOut);
  return part === undefined ? leniently(known, leaveOut, () => single(op, known.path, value)) : [];
}

const isOurs = (urn: string | undefined): boolean => urn === undefined || urn === CORE || urn === OWN_OF;

function leniently(
  { path, lenient }: Pick<Known, 'path' | 'lenient'>,
  leaveOut: LeaveOut,
  make: () => ScimPatchOperation,
): ScimPatchOperation[] {
  try {
    return [make()];
  } catch (error) {
    if (!lenient) throw error;
    leaveOut(path.replace(`${ENTERPRISE}:`, '').replace('manager.value', 'manager'));
    return [];
  }
}

/** By the id alone: what else is said of a manager follows from it. */
function managerOf({ op, value }: Operation, part: string | undefined, leaveOut: LeaveOut): ScimPatchOperation[] {
  if (part !== undefined && part !== 'value') return [];
  const given = isObject(value) ? pick(value, 'value') : value;
  if (op !== 'remove' && isObject(value) && given === undefined) return [];
  const known = SINGLE['manager'] as Known;
  return leniently(known, leaveOut, () => {
    const made = single(op, known.path, given);
    return made.op === 'remove' ? { op: 'remove', path: `${ENTERPRISE}:manager` } : made;
  });
}

function nameOf({ op, value }: Operation, part: string | undefined): ScimPatchOperation[] {
  if (part === undefined) {
    if (op === 'remove') return Object.values(NAMES).map((path) => single(op, path, undefined));
    return entriesOf(value).flatMap(([name, of]) => nameOf({ op, path: undefined, value: of }, name.toLowerCase()));
  }
  const known = Object.hasOwn(NAMES, part) ? NAMES[part] : undefined;
  return known ? [single(op, known, value)] : [];
}

/** There is one number, at work: whatever is said of it replaces the whole, and what is said of others is not kept. */
function phoneOf(
  { op, value }: Operation,
  filter: string | undefined,
  part: string | undefined,
  leaveOut: LeaveOut,
): ScimPatchOperation[] {
  const path = 'phoneNumbers';
  if ((filter && !meansWork(parseFilter(filter))) || (part !== undefined && part !== 'value')) return [];
  if (op === 'remove') return [{ op, path }];
  if (!filter && part === undefined)
    return [{ op: 'replace', path, value: Array.isArray(value) ? value : [value ?? {}].filter(saysANumber) }];
  return leniently({ path, lenient: true }, leaveOut, () => {
    const made = single('replace', path, isObject(value) ? pick(value, 'value') : value);
    return made.op === 'remove' ? made : { ...made, value: [{ value: made.value, type: 'work' }] };
  });
}
const saysANumber = (value: unknown): boolean => !isObject(value) || Object.keys(value).length > 0;

/** `type eq "work"`, also of the one that is `primary`. */
function meansWork(filter: Filter): boolean {
  if (filter.op === 'and') return filter.filters.some(meansWork) && filter.filters.every(meansWorkOrPrimary);
  if (filter.op !== 'eq' || filter.attrPath.toLowerCase() !== 'type') return false;
  return typeof filter.compValue === 'string' && filter.compValue.toLowerCase() === 'work';
}
const meansWorkOrPrimary = (filter: Filter): boolean =>
  meansWork(filter) || (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'primary' && filter.compValue === true);

/** Nothing is the same as removing. */
function single(op: Operation['op'], path: string, value: unknown): ScimPatchOperation {
  if (op === 'remove' || value === null || value === undefined || value === '') return { op: 'remove', path };
  if (typeof value === 'object' && !(Array.isArray(value) && !value.length))
    throw new ScimError(400, 'Operations: a value of another kind than the attribute', 'invalidValue');
  return Array.isArray(value) ? { op: 'remove', path } : { op, path, value };
}

function entriesOf(value: unknown): [string, unknown][] {
  if (!isObject(value))
    throw new ScimError(400, 'Operations: without a path the value has to be an object', 'invalidValue');
  const entries = Object.entries(value);
  if (entries.length > MOST_CHANGES) throw tooMany();
  return entries;
}

/** What the operations change of the user. 400 invalidPath, invalidValue, noTarget, mutability. */
export function patchOf(user: Resource, body: unknown, leaveOut: LeaveOut): PersonWish {
  const operations: ScimPatchOperation[] = [];
  for (const operation of operationsOf(body)) {
    operations.push(...plain(operation, leaveOut));
    if (operations.length > MOST_CHANGES) throw tooMany();
  }
  const after: Json = apply(user, operations);
  if (after['userName'] === undefined) throw new ScimError(400, 'userName: it cannot be removed', 'mutability');
  // What is not there any more is to be nothing, and not to stay.
  const gone = { title: '', externalId: null, phoneNumbers: [] };
  const own = { employeeNumber: '', department: null, manager: null, ...(after[ENTERPRISE] as object) };
  return wishOf({ ...gone, ...after, [ENTERPRISE]: own }, leaveOut, {
    ...gone,
    ...user,
    [ENTERPRISE]: { ...ownOf(user) },
  });
}

const ownOf = (user: Json) => ({
  employeeNumber: '',
  department: null,
  manager: null,
  ...(user[ENTERPRISE] as object),
});

function apply(user: Resource, operations: readonly ScimPatchOperation[]): Json {
  const doc = structuredClone(user) as unknown as ScimResource;
  try {
    scimPatch(doc, [...operations], { mutateDocument: true, treatMissingAsAdd: true });
  } catch (error) {
    const { scimCode } = error as { scimCode?: string };
    if (scimCode === 'noTarget') throw new ScimError(400, 'Operations: a path that leads nowhere', 'noTarget');
    throw new ScimError(400, 'Operations: they cannot be applied', 'invalidSyntax');
  }
  return doc as unknown as Json;
}
