// Telling people on their own topics what has changed in their lists. `unread` is right in the order of events: the topics are held.
import { notificationsRead, notified, withdrawn } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emitEach, holdTopics } from '../../../platform/events/emit.ts';
import { countUnread, type EntryKey, findEntries, markReadThere } from '../list/list-repo.ts';
import { presentEntry } from '../list/present.ts';

const topicOf = (employee_id: string) => `employee:${employee_id}` as const;
const peopleOf = (keys: readonly EntryKey[]) => [...new Set(keys.map((key) => key.employee_id))];

/** These entries are new, or say something else. Those that may not be shown (any more) are told to nobody. */
export async function tellEntered(tx: Tx, keys: readonly EntryKey[]): Promise<void> {
  if (!keys.length) return;
  const people = peopleOf(keys);
  await holdTopics(tx, people.map(topicOf));
  const [rows, unread] = await Promise.all([findEntries(tx, keys), countUnread(tx, people)]);
  rows.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  const byPerson = Map.groupBy(rows, (row) => row.employee_id);
  // A statement tells each topic once: first the first of everybody, then the second.
  for (let turn = 0, told = 1; told > 0; turn++) {
    const tellings = [...byPerson].flatMap(([employee_id, own]) => {
      const row = own[turn];
      return row
        ? [
            {
              topic: topicOf(employee_id),
              payload: { notification: presentEntry(row), unread: unread.get(employee_id) ?? 0 },
            },
          ]
        : [];
    });
    told = tellings.length;
    await emitEach(tx, notified, tellings);
  }
}

/** These entries are gone. */
export async function tellGone(tx: Tx, keys: readonly EntryKey[]): Promise<void> {
  if (!keys.length) return;
  const people = peopleOf(keys);
  await holdTopics(tx, people.map(topicOf));
  const unread = await countUnread(tx, people);
  const byPerson = Map.groupBy(keys, (key) => key.employee_id);
  await emitEach(
    tx,
    withdrawn,
    [...byPerson].map(([employee_id, own]) => ({
      topic: topicOf(employee_id),
      payload: { notification_ids: own.map((key) => key.notification_id), unread: unread.get(employee_id) ?? 0 },
    })),
  );
}

/** What each of them has read where it stands is read in the list, too. */
export async function followMarkers(tx: Tx, employee_ids: readonly string[]): Promise<void> {
  if (!employee_ids.length) return;
  const byPerson = Map.groupBy(await markReadThere(tx, employee_ids), (key) => key.employee_id);
  const people = [...byPerson.keys()];
  if (!people.length) return;
  await holdTopics(tx, people.map(topicOf));
  const unread = await countUnread(tx, people);
  const tellings = [...byPerson].map(([employee_id, own]) => ({
    topic: topicOf(employee_id),
    payload: {
      notification_ids: own.map((key) => key.notification_id),
      until: null,
      unread: unread.get(employee_id) ?? 0,
    },
  }));
  await emitEach(tx, notificationsRead, tellings);
}
