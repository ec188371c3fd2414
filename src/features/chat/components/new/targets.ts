// Whom or what one may want to write to, for what is typed: recent conversations, colleagues, one's own spaces and what is in them.
// Pure.
import { type Entry, type EntryAddress, type Space, type SubSpace, sortTimeOf } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { findPeople, matcher } from '#src/kit/people/find-people.ts';
import { groupName } from '#src/kit/people/names.ts';
import { fullName } from '#src/kit/ui/format/names.ts';

export interface Target {
  readonly entity_type: Entry['entity_type'];
  readonly entity_id: string;
  /** Never the default one: a space by itself means that. */
  readonly sub_space_id?: string;
  /** Picks initials and colour. */
  readonly name: string;
  readonly title: string;
  /** Of a sub-space: the space, which the title begins with. */
  readonly within?: string;
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

/** Where it leads, as the rest of the app writes it down. */
export const addressOf = ({ entity_type, entity_id, sub_space_id }: Target): EntryAddress => ({
  entity_type,
  entity_id,
  ...(sub_space_id && { sub_space_id }),
});

/** Groups with something in them; nothing stands in two of them. */
export function targetGroups({ entries: all, people, self_id, query }: TargetInput): TargetGroup[] {
  const entries = all.filter(({ read_only }) => !read_only);
  const fits = matcher(query);
  const asking = query.trim() !== '';
  const recent = asking ? [] : recentTargets(entries, people, self_id);
  const shown = new Set(recent.map(({ sub_space_id, entity_id }) => sub_space_id ?? entity_id));
  const talks = entries.filter(
    ({ group, entity_id }) => group && !shown.has(entity_id) && fits(groupName(group, people, self_id)),
  );
  const spaces = entries.filter(({ space }) => space && !shown.has(space.space_id) && fits(space.space_name));
  const inside = entries
    .flatMap((entry) => subSpacesOf(entry).map((sub) => subSpaceTarget(entry, sub)))
    .filter(({ sub_space_id, title }) => !shown.has(sub_space_id) && fits(title));
  const found = findPeople(people.values(), query).filter(({ employee_id }) => !shown.has(employee_id));
  const groups = [
    group('Recent', recent, MOST_RECENT),
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
    group('Sub-spaces', inside, MOST_SPACES),
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

/** Those in which something was said last. A sub-space has its own place among them once something was said in it. */
function recentTargets(entries: readonly Entry[], people: ReadonlyMap<string, Person>, self_id: string): Target[] {
  const timed = entries
    .filter((entry) => isOpen(entry, people))
    .flatMap((entry) => [
      { time: ownTimeOf(entry), target: entryTarget(entry, people, self_id) },
      ...subSpacesOf(entry).flatMap((sub) => {
        const time = stateOf(entry, sub)?.latest?.time;
        return time ? [{ time, target: subSpaceTarget(entry, sub) }] : [];
      }),
    ]);
  // By code points, as the list itself: all times are written alike.
  timed.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  return timed.slice(0, MOST_RECENT).map(({ target }) => target);
}

/** Of a space: what was said in it outside of its other sub-spaces. */
function ownTimeOf(entry: Entry): string {
  const main = entry.space?.sub_spaces.find(({ is_default }) => is_default);
  return main ? (stateOf(entry, main)?.latest?.time ?? main.created_at) : sortTimeOf(entry);
}

const stateOf = ({ conversations }: Entry, { sub_space_id }: SubSpace) =>
  conversations.find((one) => one.sub_space_id === sub_space_id);

/** Those that one can write in besides the default one. Of what one is not in there is no conversation. */
const subSpacesOf = (entry: Entry): readonly SubSpace[] =>
  entry.space?.sub_spaces.filter((sub) => !sub.is_default && !sub.archived_at && stateOf(entry, sub)) ?? [];

function entryTarget(entry: Entry, people: ReadonlyMap<string, Person>, self_id: string): Target {
  const { space, group: talk, entity_id } = entry;
  if (talk) {
    const title = groupName(talk, people, self_id);
    const line = `${talk.employee_ids.length} people`;
    return { entity_type: 'group', entity_id, name: title, title, image: null, line, isPrivate: false };
  }
  if (!space) return personTarget(people.get(entity_id) as Person, self_id);
  return spaceTarget(space);
}

const spaceTarget = ({ space_id, space_name, space_image, total_members, visibility }: Space): Target => ({
  entity_type: 'space',
  entity_id: space_id,
  name: space_name,
  title: space_name,
  image: space_image,
  line: total_members === 1 ? '1 member' : `${total_members} members`,
  isPrivate: visibility === 'private',
});

function subSpaceTarget(entry: Entry, sub: SubSpace): Target & { sub_space_id: string } {
  const { name, image, isPrivate } = spaceTarget(entry.space as Space);
  return {
    entity_type: 'space',
    entity_id: entry.entity_id,
    sub_space_id: sub.sub_space_id,
    name,
    title: `${name} › ${sub.sub_space_name}`,
    within: name,
    image,
    line: sub.sub_space_description || 'Sub-space',
    isPrivate: isPrivate || sub.is_private,
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
