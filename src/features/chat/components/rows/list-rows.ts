// From the entries of the conversation list to what a row shows: names from the directory, drafts, what waits. Pure.
import { type Entry, inUse } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { firstName, groupName, personName } from '#src/kit/people/names.ts';

export type ListTab = 'all' | 'direct' | 'spaces';

export interface ListRow {
  readonly entity_type: Entry['entity_type'];
  readonly entity_id: string;
  readonly title: string;
  /** Of a group: who is in it; of a campaign nobody. */
  readonly members: readonly string[] | undefined;
  /** The plain name: initials and colour of the picture come from it. */
  readonly name: string;
  readonly image: string | null;
  readonly preview: string;
  readonly draft: string | null;
  readonly time: string | null;
  readonly unread: number;
  /** Of these: how many call the person. */
  readonly mentions: number;
  readonly muted: boolean;
  /** On top of the list. */
  readonly pinned: boolean;
  /** Something of it waits in the outbox, or was refused. */
  readonly waiting: 'queued' | 'failed' | null;
}

export interface ListInput {
  readonly entries: readonly Entry[];
  readonly people: ReadonlyMap<string, Person>;
  readonly self_id: string;
  /** Plain text of drafts by `employee/ID` or `space/ID`. */
  readonly drafts: ReadonlyMap<string, string>;
  readonly waiting: Readonly<Record<string, 'queued' | 'failed'>>;
}

/** Pinned ones on top; latest first; those in which nobody wrote yet at the end, by name. */
export function listRows({ entries, people, self_id, drafts, waiting }: ListInput): ListRow[] {
  const rows = entries.map((entry): ListRow => {
    const key = `${entry.entity_type}/${entry.entity_id}`;
    const person = entry.entity_type === 'employee' ? people.get(entry.entity_id) : undefined;
    return asBefore(entry, {
      entity_type: entry.entity_type,
      entity_id: entry.entity_id,
      title: entry.group ? groupName(entry.group, people, self_id) : titleOf(entry, people, self_id),
      name: nameOf(entry, people),
      members: entry.group?.employee_ids,
      image: (entry.space?.space_image ?? person?.profile_url) || null,
      preview: previewOf(entry, people, self_id),
      draft: drafts.get(key) ?? null,
      time: entry.latest_message_time,
      unread: entry.unread_message_count,
      mentions: entry.mention_count,
      muted: entry.muted,
      pinned: entry.pinned,
      waiting: waiting[key] ?? null,
    });
  });
  return rows.sort(
    (a, b) => Number(b.pinned || 0) - Number(a.pinned || 0) || later(b, a) || a.title.localeCompare(b.title, 'en'),
  );
}

const made = new WeakMap<Entry, ListRow>();

/** The very same row as long as it says the same: what comes into one conversation draws no other's row anew. */
function asBefore(entry: Entry, row: ListRow): ListRow {
  const before = made.get(entry);
  if (before && Object.keys(row).every((key) => row[key as keyof ListRow] === before[key as keyof ListRow]))
    return before;
  made.set(entry, row);
  return row;
}

/** Times are all written alike; as words of a language they would take the list most of its time. */
const later = ({ time: a }: ListRow, { time: b }: ListRow): number =>
  Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''));

type Named = Pick<Entry, 'entity_type' | 'entity_id' | 'space'>;

export const nameOf = (entry: Named, people: ListInput['people']): string =>
  entry.entity_type === 'space' ? (entry.space?.space_name ?? 'Space') : personName(people, entry.entity_id);

/** The name, and whether it is one's own conversation with oneself. */
export const titleOf = (entry: Named, people: ListInput['people'], self_id: string): string =>
  `${nameOf(entry, people)}${entry.entity_id === self_id ? ' (you)' : ''}`;

function previewOf(entry: Entry, people: ReadonlyMap<string, Person>, self_id: string): string {
  let latest: Entry['conversations'][number]['latest'] = null;
  for (const { latest: one } of inUse(entry.space, entry.conversations))
    if (one && (!latest || one.time > latest.time)) latest = one;
  if (!latest) return entry.space || entry.read_only ? 'No messages yet' : 'Say hello';
  const text = latest.deleted ? 'Message deleted' : latest.text || latest.label;
  if (latest.sender_id === self_id) return entry.entity_id === self_id ? text : `You: ${text}`;
  if (entry.entity_type === 'employee') return text;
  return `${firstName(people, latest.sender_id)}: ${text}`;
}

/** Campaigns are neither: they stand in All alone. */
const tabOf = ({ entity_type }: ListRow): ListTab =>
  entity_type === 'space' ? 'spaces' : entity_type === 'campaign' ? 'all' : 'direct';

/** Which rows a tab and the filter field leave. */
export function filterRows(rows: readonly ListRow[], tab: ListTab, query: string): ListRow[] {
  const wanted = query.trim().toLocaleLowerCase('en');
  return rows.filter((row) => {
    if (tab !== 'all' && tabOf(row) !== tab) return false;
    return !wanted || row.title.toLocaleLowerCase('en').includes(wanted);
  });
}

/** Muted ones count only if somebody calls the person. */
export const counts = ({ unread, mentions, muted }: Pick<ListRow, 'unread' | 'mentions' | 'muted'>): boolean =>
  (muted ? mentions : unread) > 0;

/** How many rows of each tab have something unread. */
export function unreadByTab(rows: readonly ListRow[]): Record<ListTab, number> {
  const unread = rows.filter(counts);
  const of = (tab: ListTab) => unread.filter((row) => tabOf(row) === tab).length;
  return { all: unread.length, direct: of('direct'), spaces: of('spaces') };
}
