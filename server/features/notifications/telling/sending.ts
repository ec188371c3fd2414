// From what is due to pushes: only what still stands, may be read and is unread, and only to who is awake, unless it must be read. Who
// is not is told at once when they are (waiting.ts).
import type { Tx } from '../../../platform/db/database.ts';
import { modulesOf, settingsOf } from '../../company/service.ts';
import { enqueuePushes, type NewPush } from '../devices/pushing.ts';
import { findEntries } from '../list/list-repo.ts';
import { presentEntry } from '../list/present.ts';
import { lookAt, quietUntil } from '../settings/quiet.ts';
import { type Due, listRecipients, type Recipient, wait } from './due-repo.ts';
import { listMustRead, listNames, listUnread, type MessageRow } from './pushing-repo.ts';
import { keepShown, keepShownEntries } from './shown/shown-repo.ts';
import { type Said, sayEntry, sayMessage } from './wording.ts';

/** All that anybody is told of happens in chat. What a company has switched off pushes nothing; it stays unread. */
export const isChatOn = async (tx: Tx): Promise<boolean> => (await modulesOf(tx)).includes('chat');

type Saying = Said & { readonly employee_id: string };

export async function sendDue(tx: Tx, due: readonly Due[]): Promise<void> {
  if (!(await isChatOn(tx))) return;
  const [recipients, { awake: company_awake }] = await Promise.all([
    listRecipients(
      tx,
      due.map(({ employee_id }) => employee_id),
    ),
    settingsOf(tx),
  ]);
  const now = new Date();
  const isQuiet = (one: Recipient) => quietUntil({ ...one, company_awake }, now) !== null;
  const quiet = new Set([...recipients.values()].filter(isQuiet).map(({ employee_id }) => employee_id));
  const waiting = due.filter(({ employee_id }) => quiet.has(employee_id));
  const loud = await listMustRead(tx, [
    ...new Set(waiting.flatMap(({ is_message, subject_id }) => (is_message ? subject_id : []))),
  ]);
  const isHeld = ({ employee_id, subject_id }: Due) => quiet.has(employee_id) && !loud.has(subject_id);
  await holdBack(tx, due.filter(isHeld), (employee_id) =>
    lookAt({ ...(recipients.get(employee_id) as Recipient), company_awake }, now),
  );
  const sent = due.filter((one) => recipients.has(one.employee_id) && !isHeld(one));
  const [rows, entries] = await Promise.all([
    listUnread(
      tx,
      sent.filter((one) => one.is_message),
    ),
    sayEntries(tx, sent),
  ]);
  const messages = rows.map((row) => ({ ...sayMessage(row), employee_id: row.employee_id }));
  await pushAll(tx, [...messages, ...entries], rows);
}

async function holdBack(tx: Tx, due: readonly Due[], at: (employee_id: string) => Date): Promise<void> {
  if (!due.length) return;
  const byPerson = Map.groupBy(due, ({ employee_id }) => employee_id);
  const rows = [...byPerson].map(([employee_id, own]) => ({
    employee_id,
    means: 'push' as const,
    since: own.map(({ since }) => since).sort()[0] as string,
    due_at: at(employee_id).toISOString(),
  }));
  await wait(tx, rows);
}

async function sayEntries(tx: Tx, due: readonly Due[]): Promise<Saying[]> {
  const keys = due
    .filter(({ is_message }) => !is_message)
    .map(({ employee_id, subject_id }) => ({ employee_id, notification_id: subject_id }));
  if (!keys.length) return [];
  const rows = (await findEntries(tx, keys)).filter((row) => !row.is_read);
  const names = await listNames(
    tx,
    rows.map((row) => row.actor_id),
  );
  return rows.map((row) => ({
    ...sayEntry(row, names.get(row.actor_id) ?? '', presentEntry(row).path),
    employee_id: row.employee_id,
  }));
}

/** `shown`: messages of which a push will stand there. */
export async function pushAll(tx: Tx, saying: readonly Saying[], shown: readonly MessageRow[] = []): Promise<void> {
  if (!saying.length) return;
  if (shown.length) await keepShown(tx, shown);
  // What stands under one tag is the last of it.
  await keepShownEntries(tx, [...new Map(saying.map((one) => [`${one.employee_id}/${one.tag}`, one])).values()]);
  const pushes = saying.map(
    ({ employee_id, ...said }): NewPush => ({
      ...said,
      employee_id,
      urgency: said.kind === 'summary' ? 'normal' : 'high',
    }),
  );
  await enqueuePushes(tx, pushes);
}
