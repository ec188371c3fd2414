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
const lists = ['skills', 'role_ids', 'group_ids'] as const;
type ListName = (typeof lists)[number];
/** What was put into a list and taken out of it here: the rest of it follows what others change. */
interface ListDraft {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}
export type Draft = Partial<Omit<Fields, ListName> & Record<ListName, ListDraft>>;
/** What can be chosen; undefined: not known. */
type Known = Partial<Record<ListName, ReadonlySet<string> | undefined>>;
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

const isList = (name: string): name is ListName => (lists as readonly string[]).includes(name);
const none: ListDraft = { added: [], removed: [] };
/** In the order of the former. */
const less = (from: readonly string[], what: readonly string[]): string[] => from.filter((one) => !what.includes(one));

/** The draft with another one on top, which was written later. */
export function laidOn(below: Draft, above: Draft): Draft {
  const both: Draft = { ...below, ...above };
  for (const name of lists) {
    const [{ added, removed }, then] = [below[name] ?? none, above[name] ?? none];
    if (!below[name] && !above[name]) continue;
    both[name] = {
      added: [...less(added, [...then.removed, ...then.added]), ...then.added],
      removed: [...less(removed, [...then.removed, ...then.added]), ...then.removed],
    };
  }
  return both;
}

/** As the fields stand with the draft. */
export function valuesOf(read: Fields, draft: Draft): Fields {
  const { skills, role_ids, group_ids, ...rest } = draft;
  const list = (had: readonly string[], { added, removed }: ListDraft = none) => [
    ...less(had, removed),
    ...less(added, had),
  ];
  return {
    ...read,
    ...rest,
    skills: list(read.skills, skills),
    role_ids: list(read.role_ids, role_ids),
    group_ids: list(read.group_ids, group_ids),
  };
}

/** What was written in fields that stood as `values`. */
export const draftOf = (some: Partial<Fields>, values: Fields): Draft =>
  Object.fromEntries(
    Object.entries(some).map(([name, value]) => [
      name,
      isList(name)
        ? { added: less(some[name] ?? [], values[name]), removed: less(values[name], some[name] ?? []) }
        : value,
    ]),
  );

/** Without what is the same there; lists are looked at one by one. */
const differing = (draft: Draft, there: Draft | Fields): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => isList(name) || value !== there[name as TextName]),
  );

/** What differs from `read`; what was put back is no change, nor is what was chosen and is gone. */
export function changesIn(draft: Draft, read: Fields, known: Known = {}): Draft {
  const changes = differing(draft, read);
  for (const name of lists) {
    const { added, removed } = draft[name] ?? none;
    const there = less(added, read[name]).filter((one) => known[name]?.has(one) ?? true);
    const gone = removed.filter((one) => read[name].includes(one));
    if (there.length || gone.length) changes[name] = { added: there, removed: gone };
    else delete changes[name];
  }
  return changes;
}

/** What is left of the draft when `sent` is saved. */
export function unsent(draft: Draft, sent: Draft): Draft {
  const rest = differing(draft, sent);
  for (const name of lists) {
    const { added, removed } = draft[name] ?? none;
    const { added: put, removed: taken } = sent[name] ?? none;
    if (draft[name]) rest[name] = { added: less(added, put), removed: less(removed, taken) };
  }
  return rest;
}

/** As the server takes it: lists as a whole. */
export const wire = (changes: Draft, read: Fields): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      isList(name)
        ? valuesOf(read, changes)[name]
        : typeof value === 'string' && value.trim() === '' && NULLABLE.includes(name)
          ? null
          : value,
    ]),
  );

/** A whole list is sent: what it holds is read once more before. */
export const hasList = (changes: Draft): boolean => lists.some((name) => changes[name]);

/** "2 unsaved changes" */
export const changesText = (changes: number): string =>
  changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`;
/** "1 field to fix" */
export const problemsText = (problems: number): string =>
  problems === 1 ? '1 field to fix' : `${problems} fields to fix`;
