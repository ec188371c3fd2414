// From what was found to the rows of the list: names, places, where each leads. Pure.
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Address, Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import type { FoundMessage, FoundSpace, SearchGroup } from '#contract/search.ts';
import { wordsIn } from '#contract/search-words.ts';
import { groupName, personName } from '#src/kit/people/names.ts';
import { fullName } from '#src/kit/ui/format/names.ts';

export interface Picture {
  readonly name: string;
  readonly src: string | null;
  readonly shape: 'round' | 'square';
  /** Whose presence is shown. */
  readonly employee_id?: string;
}

export interface Row {
  readonly key: string;
  readonly picture: Picture | { readonly icon: LucideIcon };
  readonly title: string;
  /** Hits in the title: [from, to). */
  readonly ranges: readonly (readonly [number, number])[];
  readonly line: string;
  readonly time: string | null;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

export interface RowGroup {
  readonly type: SearchGroup['type'] | 'recent' | 'pages';
  readonly label: string;
  /** What is to be known about all of them. */
  readonly note?: string;
  readonly rows: readonly Row[];
  /** There is more than is shown. */
  readonly more: boolean;
}

export interface Names {
  readonly people: ReadonlyMap<string, Person>;
  readonly entries: readonly Entry[];
  readonly self_id: string;
}

const labels = { people: 'People', spaces: 'Spaces', messages: 'Messages' } as const;

/** Groups without a row are left out. `words`: what was searched for, folded. `isFiles`: only messages with files were asked for. */
export function rowGroups(
  groups: readonly SearchGroup[],
  words: readonly string[],
  names: Names,
  isFiles = false,
): RowGroup[] {
  return groups
    .map((group) => ({
      type: group.type,
      label: isFiles ? 'Files' : labels[group.type],
      ...('near' in group && group.near && { note: 'similar words' }),
      rows: group.items.map((item) => rowOf(item, words, names)),
      more: group.next_cursor !== null,
    }))
    .filter(({ rows }) => rows.length);
}

function rowOf(item: Person | FoundSpace | FoundMessage, words: readonly string[], names: Names): Row {
  if ('message_id' in item) return messageRow(item, names);
  return 'space_id' in item ? spaceRow(item, words) : personRow(item, words, names);
}

function personRow(person: Person, words: readonly string[], { self_id }: Names): Row {
  const { employee_id, profile_url, position_title } = person;
  const name = fullName(person);
  return {
    key: employee_id,
    picture: { name, src: profile_url, shape: 'round', employee_id },
    title: employee_id === self_id ? `${name} (you)` : name,
    ranges: beginningsIn(name, words),
    line: position_title,
    time: null,
    link: conversationLink({ entity_type: 'employee', entity_id: employee_id }),
  };
}

function spaceRow(space: FoundSpace, words: readonly string[]): Row {
  const { space_id, space_name, space_image, total_members, is_member, visibility } = space;
  const members = `${total_members} ${total_members === 1 ? 'member' : 'members'}`;
  const standing = is_member ? (visibility === 'private' ? ' · private' : '') : ' · not joined';
  return {
    key: space_id,
    picture: { name: space_name, src: space_image, shape: 'square' },
    title: space_name,
    ranges: beginningsIn(space_name, words),
    line: members + standing,
    time: null,
    // Where it can be joined.
    link: is_member
      ? conversationLink({ entity_type: 'space', entity_id: space_id })
      : { to: '/spaces/$space_id', params: { space_id } },
  };
}

function messageRow(message: FoundMessage, names: Names): Row {
  const sender = names.people.get(message.sender_id);
  const name = personName(names.people, message.sender_id);
  const { message_id, seq, created_at, thread_id } = message;
  const within = thread_id ? { thread: thread_id } : {};
  return {
    key: message_id,
    picture: { name, src: sender?.profile_url ?? null, shape: 'round' },
    title: message.snippet,
    ranges: message.ranges,
    line: `${name} · ${thread_id ? 'Thread in ' : ''}${placeOf(message, names)}`,
    time: created_at,
    link: { ...conversationLink(shortOf(message, names)), search: { ...within, message: message_id, seq } },
  };
}

const entryOf = ({ entity_type, entity_id }: Address, { entries }: Names): Entry | undefined =>
  entries.find((entry) => entry.entity_type === entity_type && entry.entity_id === entity_id);

/** "Mill Lane crew › Early shift", or whom one wrote with. */
function placeOf(address: FoundMessage, names: Names): string {
  if (address.entity_type === 'employee') {
    if (address.entity_id === names.self_id) return 'Your notes';
    const person = names.people.get(address.entity_id);
    return person && address.sender_id === names.self_id ? `to ${fullName(person)}` : 'Direct message';
  }
  const { space, group } = entryOf(address, names) ?? {};
  if (group) return groupName(group, names.people, names.self_id);
  if (address.entity_type === 'group' || address.entity_type === 'campaign')
    return address.entity_type === 'group' ? 'Group' : 'Campaign';
  const sub = space?.sub_spaces.find(({ sub_space_id }) => sub_space_id === address.sub_space_id);
  if (!space) return 'Space';
  return sub && !sub.is_default ? `${space.space_name} › ${sub.sub_space_name}` : space.space_name;
}

/** The default sub-space of a space has the short address. */
function shortOf(address: Address, names: Names): Address {
  const { entity_type, entity_id, sub_space_id } = address;
  const main = entryOf(address, names)?.space?.sub_spaces.find((sub) => sub.is_default)?.sub_space_id;
  return sub_space_id && sub_space_id !== main ? { entity_type, entity_id, sub_space_id } : { entity_type, entity_id };
}

function conversationLink({ entity_type, entity_id, sub_space_id }: Address): Row['link'] {
  return sub_space_id
    ? {
        to: '/connect/$entity_type/$entity_id/sub-space/$sub_space_id',
        params: { entity_type, entity_id, sub_space_id },
      }
    : { to: '/connect/$entity_type/$entity_id', params: { entity_type, entity_id } };
}

export function beginningsIn(name: string, words: readonly string[]): [number, number][] {
  return wordsIn(name).flatMap(({ word, from, to }): [number, number][] => {
    const typed = words.filter((one) => word.startsWith(one)).sort((a, b) => b.length - a.length)[0];
    if (!typed) return [];
    // A letter that folds to several makes the mark longer by at most these.
    return [[from, Math.min(to, from + typed.length)]];
  });
}

const RECENT = 8;

/** The conversations in which something was said last. */
export function recentRows(names: Names): RowGroup[] {
  const rows = names.entries
    .filter((entry) => entry.latest_message_time !== null)
    .toSorted((a, b) => (b.latest_message_time ?? '').localeCompare(a.latest_message_time ?? ''))
    .slice(0, RECENT)
    .map((entry) => recentRow(entry, names));
  return rows.length ? [{ type: 'recent', label: 'Recent conversations', rows, more: false }] : [];
}

function recentRow(entry: Entry, { people, self_id }: Names): Row {
  const { entity_type, entity_id, space, group } = entry;
  const person = people.get(entity_id);
  const name = group ? groupName(group, people, self_id) : (space?.space_name ?? personName(people, entity_id));
  return {
    key: entity_id,
    picture: space
      ? { name, src: space.space_image, shape: 'square' }
      : { name, src: person?.profile_url ?? null, shape: 'round', ...(!group && { employee_id: entity_id }) },
    title: entity_id === self_id ? `${name} (you)` : name,
    ranges: [],
    line: entry.latest_message,
    time: entry.latest_message_time,
    link: conversationLink({ entity_type, entity_id }),
  };
}
