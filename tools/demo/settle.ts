// What no service does, because time does it: sets the clock of everything back to when it is said to have happened, and
// the markers to how far each has read. Plain SQL, in the same transaction.
import type { Tx } from '#server/platform/db/database.ts';
import { unreadOfInes } from './content/finale.ts';
import type { Founded } from './found.ts';
import { keyOf } from './plan.ts';
import type { Random } from './random.ts';
import type { Told } from './tell.ts';

const TIMES = `UPDATE message m SET created_at = t.at,
    edited_at = m.edited_at - m.created_at + t.at + interval '70 seconds',
    deleted_at = m.deleted_at - m.created_at + t.at + interval '40 seconds'
  FROM unnest($2::uuid[], $3::timestamptz[]) AS t(message_id, at) WHERE m.company_id = $1 AND m.message_id = t.message_id`;
const EDITS = `UPDATE message_edit e SET replaced_at = m.edited_at FROM message m
  WHERE e.company_id = $1 AND m.company_id = $1 AND m.conversation_id = e.conversation_id AND m.seq = e.seq`;
const PEOPLE = `UPDATE employee SET created_at = joining_date, updated_at = joining_date,
  activated_at = CASE WHEN activated_at IS NOT NULL THEN joining_date::timestamptz END WHERE company_id = $1`;
const AGE = "now() - interval '70 days'";
const PLACES = [
  `UPDATE company SET created_at = ${AGE} WHERE company_id = $1`,
  `UPDATE space SET created_at = ${AGE} WHERE company_id = $1`,
  `UPDATE sub_space SET created_at = ${AGE} WHERE company_id = $1`,
  `UPDATE space_member s SET joined_at = greatest(${AGE}, e.created_at) FROM employee e
    WHERE s.company_id = $1 AND e.company_id = $1 AND e.employee_id = s.employee_id`,
  `UPDATE conversation c SET created_at = coalesce(
      (SELECT m.created_at FROM message m WHERE m.company_id = $1 AND m.conversation_id = c.conversation_id AND m.seq = 1 AND c.kind <> 'sub_space'), ${AGE})
    WHERE c.company_id = $1`,
  `UPDATE conversation c SET replied_at = (SELECT max(m.created_at) FROM message m
      WHERE m.company_id = $1 AND m.conversation_id = c.conversation_id AND m.deleted_at IS NULL)
    WHERE c.company_id = $1 AND c.kind = 'thread'`,
  `UPDATE conversation_member m SET joined_at = greatest(c.created_at, e.created_at) FROM conversation c, employee e
    WHERE m.company_id = $1 AND c.company_id = $1 AND c.conversation_id = m.conversation_id AND e.company_id = $1 AND e.employee_id = m.employee_id`,
];
// Revisions stay, so a client that holds an older one reads anew; nobody has one.
const EVENTS = 'DELETE FROM event WHERE company_id = $1';
const MEMBERS = `SELECT m.conversation_id, m.employee_id, c.last_seq FROM conversation_member m
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id WHERE m.company_id = $1`;
// Never before one's own last message: sending moves the marker, too.
const MARK = `UPDATE conversation_member m SET read_seq = greatest(m.read_seq, t.read_seq)
  FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS t(conversation_id, employee_id, read_seq)
  WHERE m.company_id = $1 AND m.conversation_id = t.conversation_id AND m.employee_id = t.employee_id`;

interface MemberRow {
  conversation_id: string;
  employee_id: string;
  last_seq: number;
}

export async function settle(tx: Tx, told: readonly Told[], founded: Founded, random: Random): Promise<void> {
  // Nobody has listened yet, and what was told has the wrong times in it.
  tx.events.length = 0;
  tx.subscriptions.length = 0;
  const at = told.map(({ planned }) => new Date(planned.at).toISOString());
  await tx.query(TIMES, [tx.company_id, told.map(({ message_id }) => message_id), at]);
  for (const statement of [EDITS, PEOPLE, ...PLACES, EVENTS]) await tx.query(statement, [tx.company_id]);
  const members = await tx.query<MemberRow>(MEMBERS, [tx.company_id]);
  const unread = unreadFor(told, founded, random);
  const read = members.map((row) => Math.max(0, row.last_seq - unread(row)));
  await tx.query(MARK, [
    tx.company_id,
    members.map((row) => row.conversation_id),
    members.map((row) => row.employee_id),
    read,
  ]);
}

/** How many of its last messages somebody has not read: often none, at most six; of Ines exactly what the finale says. */
function unreadFor(told: readonly Told[], founded: Founded, random: Random): (row: MemberRow) => number {
  const ines = founded.people.get('Ines');
  const places = new Map(told.map(({ planned, conversation_id }) => [keyOf(planned.where), conversation_id]));
  const ofInes = new Map(
    unreadOfInes.map(({ in: to, count }) => [
      places.get(keyOf(typeof to === 'string' ? { pair: ['Ines', to] } : { space: to[0], channel: to[1] })),
      count,
    ]),
  );
  return ({ conversation_id, employee_id }) => {
    if (employee_id === ines) return ofInes.get(conversation_id) ?? 0;
    return random.chance(0.3) ? random.int(1, 6) : 0;
  };
}
