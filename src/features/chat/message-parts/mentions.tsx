// Whom or what one may mean by what stands behind an @: colleagues and one's own spaces by name, from what is on the device; everybody at
// once where several are.
import type { Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import type { MentionItem } from '#src/kit/editor/types.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { matcher } from '#src/kit/people/find-people.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { Client } from '#src/realtime/client.ts';
import { conversationsKey } from '../live/keys.ts';
import type { Conversations } from '../live/live-list.ts';

const MOST = 8;
const MOST_SPACES = 3;
const SIZE = 28;

/**
 * At most eight: all, people by first name before people by another one, spaces. Accents, case and order do not count. `kind`: of the
 * conversation; where several read it all of them can be meant.
 */
export function mentionsFor(
  query: string,
  people: ReadonlyMap<string, Person>,
  kind: Entry['entity_type'] | undefined,
  client: Pick<Client, 'readShown'>,
): MentionItem[] {
  const fits = matcher(query);
  const all: MentionItem[] =
    (kind === 'space' || kind === 'group') && fits('all')
      ? [{ id: 'all', label: 'all', kind: 'all', detail: 'Everyone in here' }]
      : [];
  // To begin with it is people that are offered.
  const list = query.trim() ? (client.readShown(conversationsKey) as Conversations | undefined) : undefined;
  const spaces = list?.items.flatMap(({ space }) => (space && fits(space.space_name) ? space : [])) ?? [];
  const first: Person[] = [];
  const others: Person[] = [];
  for (const person of people.values()) {
    if (first.length >= MOST) break;
    if (person.employee_account_status !== 'ACTIVE' || !fits(fullName(person))) continue;
    (fits(person.first_name) ? first : others).push(person);
  }
  const shown = spaces.slice(0, MOST_SPACES).map(ofSpace);
  const found = [...first, ...others].slice(0, MOST - all.length - shown.length).map(ofPerson);
  return [...all, ...found, ...shown];
}

function ofPerson(person: Person): MentionItem {
  const name = fullName(person);
  return {
    id: person.employee_id,
    label: name,
    kind: 'employee',
    detail: person.position_title,
    picture: <Avatar name={name} src={person.profile_url} size={SIZE} />,
  };
}

const ofSpace = ({ space_id, space_name, space_image, visibility }: NonNullable<Entry['space']>): MentionItem => ({
  id: space_id,
  label: space_name,
  kind: 'space',
  detail: visibility === 'private' ? 'Private space' : 'Space',
  picture: <Avatar name={space_name} src={space_image} size={SIZE} shape="square" />,
});
