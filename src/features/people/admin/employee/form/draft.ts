// What of a person is written here and not saved yet. Pure: only what differs from what was read counts, and is sent.
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { update } from '#contract/people/profile.ts';
import type { setStatus } from '#contract/people.ts';
import type { PersonDetail } from '../../../queries.ts';

const texts = [
  'first_name',
  'last_name',
  'work_email_id',
  'employee_number',
  'position_title',
  'phone_number',
  'location',
  'time_zone',
  'pronouns',
  'joining_date',
  'birth_date',
  'department_id',
] as const;
export type TextName = (typeof texts)[number];

export interface Fields extends Record<TextName, string> {
  readonly manager_id: string | null;
  readonly skills: readonly string[];
  readonly role_ids: readonly string[];
  /** Of the groups with chosen members. */
  readonly group_ids: readonly string[];
  readonly profile_url: string | null;
}
export type Draft = Partial<Fields>;
type Changes = Omit<RequestOf<typeof update>, 'employee_id'>;
/** As what an account can be set to stand. */
export type Standing = RequestOf<typeof setStatus>['status'];

/** What is nothing rather than an empty text. */
const NULLABLE: readonly string[] = ['joining_date', 'birth_date', 'department_id', 'employee_number'];

/** @param choosable the groups with chosen members. */
export const fieldsOf = (person: PersonDetail, choosable: ReadonlySet<string>): Fields => ({
  first_name: person.first_name ?? '',
  last_name: person.last_name ?? '',
  work_email_id: person.work_email_id ?? '',
  employee_number: person.employee_number ?? '',
  position_title: person.position_title ?? '',
  phone_number: person.phone_number ?? '',
  location: person.location ?? '',
  time_zone: person.time_zone ?? 'UTC',
  pronouns: person.pronouns ?? '',
  joining_date: person.joining_date ?? '',
  birth_date: person.birth_date ?? '',
  department_id: person.department_id ?? '',
  manager_id: person.manager_id ?? null,
  skills: person.skills ?? [],
  role_ids: person.role_ids ?? [],
  group_ids: (person.group_ids ?? []).filter((id) => choosable.has(id)),
  profile_url: person.profile_url ?? null,
});

/** In whatever order something was ticked. */
const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? new Set(a).symmetricDifference(new Set(b)).size === 0 : a === b;

/** What differs from `read`; what was put back is no change. */
export const changesIn = (draft: Draft, read: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => !same(value, read[name as keyof Fields])));

/** As the server takes it. */
export const wire = (changes: Draft): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      typeof value === 'string' && value.trim() === '' && NULLABLE.includes(name) ? null : value,
    ]),
  );

/** "2 unsaved changes" */
export const changesText = (changes: number): string =>
  changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`;
/** "1 field to fix" */
export const problemsText = (problems: number): string =>
  problems === 1 ? '1 field to fix' : `${problems} fields to fix`;
