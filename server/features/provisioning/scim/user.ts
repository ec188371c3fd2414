// A person as the standard writes one, and what such a text wishes. Pure. The work address is `userName`: `emails` follows from it, and
// the name that is shown from the two parts of the name.
import * as v from 'valibot';
import { email, id, text } from '#contract/kernel/fields.ts';
import { check } from '#contract/kernel/schema.ts';
import { editable } from '#contract/people/employee.ts';
import type { NewPerson, PersonWish } from '../../people/service.ts';
import type { Person } from '../ports.ts';
import { badValue } from './errors.ts';
import { cut, isObject, type Json, objectOf, pick, type Resource, withVersion } from './wire.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export function userOf(person: Person, base: string): Resource & { meta: { version: string } } {
  const { employee_id, first_name, last_name, work_email, manager_id } = person;
  const name = `${first_name} ${last_name}`.trim();
  const status = person.employee_account_status;
  return withVersion({
    schemas: [USER, ENTERPRISE],
    id: employee_id,
    ...(person.external_id === null ? {} : { externalId: person.external_id }),
    userName: work_email,
    name: { givenName: first_name, familyName: last_name, formatted: name },
    displayName: name,
    ...(person.position_title && { title: person.position_title }),
    active: status === 'ACTIVE' || status === 'INVITED',
    emails: [{ value: work_email, type: 'work', primary: true }],
    ...(person.phone_number && { phoneNumbers: [{ value: person.phone_number, type: 'work' }] }),
    [ENTERPRISE]: {
      ...(person.employee_number && { employeeNumber: person.employee_number }),
      ...(person.department !== null && { department: person.department }),
      ...(manager_id && { manager: { value: manager_id, $ref: `${base}/Users/${manager_id}` } }),
    },
    meta: {
      resourceType: 'User',
      created: person.created_at,
      lastModified: person.updated_at,
      location: `${base}/Users/${employee_id}`,
    },
  });
}

const optional = <S extends v.GenericSchema>(schema: S) => v.optional(schema);
const bounds = v.strictObject({
  work_email: optional(email),
  first_name: optional(editable.first_name),
  last_name: optional(text(80)),
  position_title: optional(editable.position_title),
  phone_number: optional(editable.phone_number),
  manager_id: optional(v.nullable(id)),
  department: optional(v.nullable(text(80, 1))),
  external_id: optional(v.nullable(text(300, 1))),
  employee_number: optional(text(50)),
  active: optional(v.boolean()),
});

/** Tells whoever configures the company that an attribute, by its name, could not be kept. */
export type LeaveOut = (attribute: string) => void;

/** What the fields are called on the wire. */
export const calledThere: Readonly<Record<string, string>> = {
  work_email: 'userName',
  first_name: 'name.givenName',
  last_name: 'name.familyName',
  position_title: 'title',
  phone_number: 'phoneNumbers',
  manager_id: 'manager',
  department: 'department',
  external_id: 'externalId',
  employee_number: 'employeeNumber',
  active: 'active',
};

/** What of these cannot be kept is left out: it keeps nobody in who is to be out. */
const LENIENT = new Set(['position_title', 'phone_number', 'manager_id', 'department', 'employee_number']);

/**
 * What is left out stays; null, or nothing, takes away. `before`: how it is said now; what is the same is no wish. 400 invalidValue; of
 * who is switched off nothing is refused.
 */
export function wishOf(body: unknown, leaveOut: LeaveOut, before: Json = {}): PersonWish {
  const was: Json = rawOf(before);
  const given = Object.entries(rawOf(objectOf(body))).filter(([field, value]) => value !== was[field]);
  const wish: Record<string, unknown> = Object.fromEntries(given);
  const result = check(bounds, wish);
  if (!result.issues) return result.value as PersonWish;
  for (const { path, message } of result.issues) {
    const field = path.split('.')[0] ?? '';
    const name = calledThere[field] ?? 'The user';
    // What was sent is not said again: the detail is kept.
    const why = message.replace(/ but received .*$/s, '');
    if (!LENIENT.has(field) && (wish['active'] !== false || field === 'active')) throw badValue(`${name}: ${why}`);
    if (!(field in wish)) continue;
    delete wish[field];
    leaveOut(name);
  }
  return checked(wish);
}

/** Within the bounds. 400 invalidValue. */
function checked(wish: object): PersonWish {
  const result = check(bounds, wish);
  if (result.issues) throw badValue('The user: not acceptable');
  return result.value as PersonWish;
}

function rawOf(doc: Json): Json {
  const name = pick(doc, 'name');
  const own = pick(doc, ENTERPRISE);
  const [names, enterprise] = [isObject(name) ? name : {}, isObject(own) ? own : {}];
  return {
    work_email: pick(doc, 'userName'),
    // Nobody is without a first name: an empty one is none that is meant.
    first_name: pick(names, 'givenName') || undefined,
    last_name: orEmpty(pick(names, 'familyName')),
    position_title: orEmpty(pick(doc, 'title')),
    phone_number: phoneOf(pick(doc, 'phoneNumbers')),
    manager_id: managerOf(pick(enterprise, 'manager')),
    department: orNull(pick(enterprise, 'department')),
    external_id: orNull(pick(doc, 'externalId')),
    employee_number: textOf(orEmpty(pick(enterprise, 'employeeNumber'))),
    active: truthOf(pick(doc, 'active')),
  };
}

/** Somebody new: by what the provider shows where it gives no name, or else by the address. */
export function newPersonOf(body: unknown, leaveOut: LeaveOut): NewPerson {
  const wish = wishOf(body, leaveOut);
  const { work_email } = wish;
  if (work_email === undefined) throw badValue('userName: this field is required');
  const shown = pick(objectOf(body), 'displayName');
  const [first = '', ...rest] = typeof shown === 'string' ? shown.trim().split(/\s+/) : [];
  const first_name = wish.first_name ?? cut(first || work_email.slice(0, work_email.indexOf('@')), 80);
  const last_name = wish.last_name ?? (wish.first_name === undefined ? cut(rest.join(' '), 80) : '');
  const named = check(v.object({ first_name: editable.first_name, last_name: text(80) }), { first_name, last_name });
  if (named.issues) throw badValue('displayName: not acceptable');
  return { ...wish, work_email, ...named.value };
}

const textOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
const orEmpty = (value: unknown): unknown => (value === null ? '' : value);
const orNull = (value: unknown): unknown => (value === '' ? null : value);

/** Entra writes "True" and "False". */
function truthOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

/** The one for work; another one only if it does not say which. */
function phoneOf(value: unknown): unknown {
  if (value === undefined) return undefined;
  if (value === null) return '';
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const all: Json[] = given
    .map((one) => (typeof one === 'string' ? { value: one, type: 'work' } : one))
    .filter(isObject);
  const typeOf = (one: Json) => {
    const type = pick(one, 'type') ?? '';
    return typeof type === 'string' ? type.toLowerCase() : undefined;
  };
  const found = all.find((one) => typeOf(one) === 'work') ?? all.find((one) => typeOf(one) === '');
  if (!found) return all.length ? undefined : '';
  return orEmpty(pick(found, 'value'));
}

function managerOf(value: unknown): unknown {
  // Who says more of the manager, but not who it is, leaves that as it is.
  const named = isObject(value) ? pick(value, 'value') : value;
  return idOrNull(named);
}

function idOrNull(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && !value.length) ? null : value;
}
