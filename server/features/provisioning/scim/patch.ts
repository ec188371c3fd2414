// Changes of a user (RFC 7644, 3.5.2) as Okta and Entra really write them: operations with a capital, without a path, with several
// attributes in one value, truth as text. They are brought into one form, of attributes that there are, before the library applies
// them: no name that somebody has sent ever becomes a key of an object.
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import type { PersonWish } from '../ports.ts';
import { ScimError } from './errors.ts';
import { parseFilter } from './filter.ts';
import { ENTERPRISE, USER, wishOf } from './user.ts';
import { isObject, type Json, objectOf, pick, type Resource } from './wire.ts';

const MOST_OPERATIONS = 1000;
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
  if (all.length > MOST_OPERATIONS) throw new ScimError(400, 'Operations: too many in one call', 'tooMany');
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
  readonly attribute: string;
  readonly filter: string | undefined;
  readonly part: string | undefined;
}

/** 400 invalidPath, invalidFilter. */
export function targetOf(path: string): Target {
  const [, , attribute, filter, part] = PATH.exec(path) ?? [];
  if (!attribute) throw new ScimError(400, 'Operations: a path that cannot be read', 'invalidPath');
  if (filter) parseFilter(filter);
  return { attribute: attribute.toLowerCase(), filter, part: part?.toLowerCase() };
}

/** What there is of a user, by its name in lower case. */
const SINGLE: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  title: 'title',
  active: 'active',
  employeenumber: `${ENTERPRISE}:employeeNumber`,
  department: `${ENTERPRISE}:department`,
  manager: `${ENTERPRISE}:manager.value`,
};
const NAMES: Readonly<Record<string, string>> = { givenname: 'name.givenName', familyname: 'name.familyName' };
const OWN = ['employeeNumber', 'department', 'manager'];

/** In the one form. What there is not, and what follows from something else, is left out. */
function plain({ op, path, value }: Operation): ScimPatchOperation[] {
  const key = path?.toLowerCase();
  const inside = (prefix: string) =>
    entriesOf(value).flatMap(([name, of]) => plain({ op, path: prefix + name, value: of }));
  if (key === undefined || key === USER.toLowerCase()) return inside('');
  if (key === ENTERPRISE.toLowerCase())
    return op === 'remove'
      ? OWN.flatMap((name) => plain({ op, path: `${ENTERPRISE}:${name}`, value: undefined }))
      : inside(`${ENTERPRISE}:`);
  const { attribute, filter, part } = targetOf(path as string);
  if (attribute === 'name') return nameOf({ op, path, value }, part);
  if (attribute === 'phonenumbers') return phoneOf({ op, path, value }, filter, part);
  const known = Object.hasOwn(SINGLE, attribute) ? SINGLE[attribute] : undefined;
  if (!known || filter) return [];
  return [single(op, known, attribute === 'manager' && isObject(value) ? pick(value, 'value') : value)];
}

function nameOf({ op, value }: Operation, part: string | undefined): ScimPatchOperation[] {
  if (part === undefined) {
    if (op === 'remove') return Object.values(NAMES).map((path) => single(op, path, undefined));
    return entriesOf(value).flatMap(([name, of]) => nameOf({ op, path: undefined, value: of }, name.toLowerCase()));
  }
  const known = Object.hasOwn(NAMES, part) ? NAMES[part] : undefined;
  return known ? [single(op, known, value)] : [];
}

/** There is one number: a whole list replaces it, and one of it is found by its kind. */
function phoneOf({ op, value }: Operation, filter: string | undefined, part: string | undefined): ScimPatchOperation[] {
  if (op === 'remove') return [{ op, path: filter ? `phoneNumbers[${filter}]` : 'phoneNumbers' }];
  if (!filter) return [{ op: 'replace', path: 'phoneNumbers', value: Array.isArray(value) ? value : [value] }];
  const given = isObject(value) ? pick(value, 'value') : value;
  return part === undefined || part === 'value' ? [single(op, `phoneNumbers[${filter}].value`, given)] : [];
}

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
  return Object.entries(value);
}

/** What the operations change of the user. 400 invalidPath, invalidValue, noTarget, mutability. */
export function patchOf(user: Resource, body: unknown): PersonWish {
  const operations = operationsOf(body).flatMap(plain);
  const after: Json = apply(user, operations);
  if (after['userName'] === undefined) throw new ScimError(400, 'userName: it cannot be removed', 'mutability');
  // What is not there any more is to be nothing, and not to stay.
  const gone = { title: '', externalId: null, phoneNumbers: [] };
  const own = { employeeNumber: '', department: null, manager: null, ...(after[ENTERPRISE] as object) };
  return wishOf({ ...gone, ...after, [ENTERPRISE]: own }, { ...gone, ...user, [ENTERPRISE]: { ...ownOf(user) } });
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
    for (const operation of operations) {
      // What is not there is removed already; the library would not take the path.
      const nothing =
        operation.op === 'remove' && operation.path.startsWith('phoneNumbers[') && !('phoneNumbers' in doc);
      if (!nothing) scimPatch(doc, [operation], { mutateDocument: true, treatMissingAsAdd: true });
    }
  } catch (error) {
    const { scimCode } = error as { scimCode?: string };
    if (scimCode === 'noTarget') throw new ScimError(400, 'Operations: a path that leads nowhere', 'noTarget');
    throw new ScimError(400, 'Operations: they cannot be applied', 'invalidSyntax');
  }
  return doc as unknown as Json;
}
