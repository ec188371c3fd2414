// Whom or what one may want to write to, for what is typed: recent conversations, colleagues, one's own spaces. Pure.
import type { Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { findPeople, matcher } from '#src/kit/people/find-people.ts';
import { groupName } from '#src/kit/people/names.ts';
import { fullName } from '#src/kit/ui/format/names.ts';

export interface Target {
  readonly entity_type: Entry['entity_type'];
  readonly entity_id: string;
  /** Picks initials and colour. */
  readonly name: string;
  readonly title: string;
  readonly image: string | null;
  readonly line: string;
  readonly isPrivate: boolean;
}

export interface TargetGroup {
  readonly label: string;
  readonly targets: readonly Target[];
  /** How many stand in the groups before. */
  readonly from: number;
  /** How many more there are. */
  readonly more: number;
}

export interface TargetInput {
  /** In the order of the conversation list. */
  readonly entries: readonly Entry[];
  readonly people: ReadonlyMap<string, Person>;
  readonly self_id: string;
  readonly query: string;
}

const MOST_RECENT = 5;
const MOST_PEOPLE = 40;
const MOST_SPACES = 20;

/** Groups with something in them; nothing stands in two of them. */
export function targetGroups({ entries: all, people, self_id, query }: TargetInput): TargetGroup[] {
  const entries = all.filter(({ read_only }) => !read_only);
  const fits = matcher(query);
  const asking = query.trim() !== '';
  const recent = asking ? [] : entries.filter((entry) => isOpen(entry, people)).slice(0, MOST_RECENT);
  const shown = new Set(recent.map(({ entity_id }) => entity_id));
  const talks = entries.filter(
    ({ group, entity_id }) => group && !shown.has(entity_id) && fits(groupName(group, people, self_id)),
  );
  const spaces = entries.filter(({ space }) => space && !shown.has(space.space_id) && fits(space.space_name));
  const found = findPeople(people.values(), query).filter(({ employee_id }) => !shown.has(employee_id));
  const groups = [
    group(
      'Recent',
      recent.map((entry) => entryTarget(entry, people, self_id)),
      MOST_RECENT,
    ),
    group(
      'People',
      found.map((person) => personTarget(person, self_id)),
      MOST_PEOPLE,
    ),
    group('Your groups', asking ? talks.map((entry) => entryTarget(entry, people, self_id)) : [], MOST_SPACES),
    group(
      'Your spaces',
      spaces.map((entry) => entryTarget(entry, people, self_id)),
      MOST_SPACES,
    ),
  ];
  let from = 0;
  return groups.flatMap((one) => {
    const before = from;
    from += one.targets.length;
    return one.targets.length ? [{ ...one, from: before }] : [];
  });
}

const group = (label: string, all: readonly Target[], most: number): Omit<TargetGroup, 'from'> => ({
  label,
  targets: all.slice(0, most),
  more: Math.max(0, all.length - most),
});

/** Not with somebody who has left. */
const isOpen = ({ space, group, entity_id }: Entry, people: ReadonlyMap<string, Person>): boolean =>
  space !== null || group !== undefined || people.has(entity_id);

function entryTarget(entry: Entry, people: ReadonlyMap<string, Person>, self_id: string): Target {
  const { space, group: talk, entity_id } = entry;
  if (talk) {
    const title = groupName(talk, people, self_id);
    const line = `${talk.employee_ids.length} people`;
    return { entity_type: 'group', entity_id, name: title, title, image: null, line, isPrivate: false };
  }
  if (!space) return personTarget(people.get(entity_id) as Person, self_id);
  return {
    entity_type: 'space',
    entity_id,
    name: space.space_name,
    title: space.space_name,
    image: space.space_image,
    line: space.total_members === 1 ? '1 member' : `${space.total_members} members`,
    isPrivate: space.visibility === 'private',
  };
}

const personTarget = (person: Person, self_id: string): Target => ({
  entity_type: 'employee',
  entity_id: person.employee_id,
  name: fullName(person),
  title: person.employee_id === self_id ? `${fullName(person)} (you)` : fullName(person),
  image: person.profile_url,
  line: person.employee_id === self_id ? 'Notes to yourself' : person.position_title,
  isPrivate: false,
});
