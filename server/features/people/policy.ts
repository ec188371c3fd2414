// Who may do what to whom. Pure: everything it needs is handed in.
import type { Hideable } from '#contract/people/employee.ts';
import type { Standing } from './roles/roles.ts';

/** What everybody may change of themselves; the rest is for those who manage people. */
const OWN: ReadonlySet<string> = new Set([
  'profile_url',
  'phone_number',
  'location',
  'time_zone',
  'pronouns',
  'skills',
  'birth_date',
  'working_hours',
]);
/** Nobody decides for somebody else how they are seen. */
const OWN_ALONE: ReadonlySet<string> = new Set(['employee_status', 'hidden_fields']);

/** True if each of the fields may be changed. Roles need a permission of their own; a status and what is hidden are only ever one's own choice. */
export function mayEdit(held: ReadonlySet<string>, self: boolean, fields: readonly string[]): boolean {
  return fields.every((field) => {
    if (OWN_ALONE.has(field)) return self;
    if (field === 'role_ids') return held.has('roles.manage');
    return held.has('people.manage') || (self && OWN.has(field));
  });
}

/**
 * True if nothing that `there` can do is beyond `here`. Who is not covered cannot be taken over (their address is out of
 * reach), and a role that is not covered can be neither given nor taken.
 */
export const covers = (here: Standing, there: Standing): boolean =>
  (here.owner || !there.owner) && there.permissions.isSubsetOf(here.permissions);

/** Who manages people switches anybody off, but not those who could have taken their own permissions away, and owners only as one. */
export const mayEnd = (here: Standing, there: Standing): boolean =>
  (here.owner || !there.owner) && (here.permissions.has('roles.manage') || !there.permissions.has('roles.manage'));

/** What of a profile is for those who manage people, not even for oneself. */
export const managed: ReadonlySet<string> = new Set(['employee_number', 'group_ids', 'deactivated_at', 'awaits_heir']);

/** What somebody hides is for themselves and for those who manage people. */
export const maySeeHidden = (held: ReadonlySet<string>, self: boolean): boolean => self || held.has('people.manage');

/** What of a profile the caller does not see: what is hidden, and in any case in which year somebody was born. */
export function unseen(held: ReadonlySet<string>, self: boolean, hidden: readonly Hideable[]): ReadonlySet<string> {
  if (maySeeHidden(held, self)) return new Set();
  const birthday = hidden.includes('birth_date') ? ['birthday'] : [];
  // Who has come since everybody is here had their account made about the day on which they came.
  const since = hidden.includes('joining_date') ? ['created_at'] : [];
  return new Set([...hidden, ...birthday, ...since, 'birth_date', 'hidden_fields']);
}

/**
 * Where the directory is switched off, looking people up is for those who manage them, and one's own profile for oneself. Names and
 * faces are no directory: every message shows them.
 */
export const mayLookUp = (
  { permissions, modules }: { permissions: ReadonlySet<string>; modules: ReadonlySet<string> },
  self: boolean,
): boolean => self || modules.has('people') || permissions.has('people.manage') || permissions.has('roles.manage');

const LEAVES_ACTIVE = new Set(['INACTIVE', 'SUSPENDED']);

/** An account's way: INVITED → ACTIVE by accepting alone; back to where it came from after INACTIVE or SUSPENDED. */
export function mayBecome(from: string, to: string, accepted: boolean): boolean {
  if (from === to || LEAVES_ACTIVE.has(to)) return true;
  return LEAVES_ACTIVE.has(from) && to === (accepted ? 'ACTIVE' : 'INVITED');
}
