// SQL of groups and campaigns: who is in them, what they are called. What is said in them are messages like any other.
import type { Group } from '#contract/chat/group.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface GroupRow extends Required<Group> {
  readonly conversation_id: string;
}

const GROUP = `SELECT c.conversation_id, c.name, c.created_at, (SELECT array_agg(o.employee_id ORDER BY o.employee_id) FROM conversation_member o
    WHERE o.company_id = $1 AND o.conversation_id = c.conversation_id) AS employee_ids
  FROM conversation c
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.conversation_id AND m.employee_id = $2
  WHERE c.company_id = $1 AND c.kind = 'group'`;
const ONE = `${GROUP} AND c.conversation_id = $3`;

/** Those that the employee is in. */
export const listGroups = (tx: Tx, employee_id: string): Promise<GroupRow[]> =>
  tx.query(GROUP, [tx.company_id, employee_id]);

/** One that the employee is in. */
export async function findGroup(tx: Tx, employee_id: string, conversation_id: string): Promise<GroupRow | undefined> {
  const [row] = await tx.query<GroupRow>(ONE, [tx.company_id, employee_id, conversation_id]);
  return row;
}

const HOLD = `SELECT 1 FROM conversation WHERE company_id = $1 AND conversation_id = $2 AND kind = 'group' FOR NO KEY UPDATE`;

/** The same; nobody else changes it or writes in it before the commit. */
export async function holdGroup(tx: Tx, employee_id: string, conversation_id: string): Promise<GroupRow | undefined> {
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, row] = await Promise.all([
    tx.query(HOLD, [tx.company_id, conversation_id]),
    findGroup(tx, employee_id, conversation_id),
  ]);
  return row;
}

const OPEN = `INSERT INTO conversation (company_id, conversation_id, kind, name, founders) VALUES ($1, $2, 'group', $3, $4)
  ON CONFLICT DO NOTHING RETURNING created_at`;

/** When it was made; undefined if the id is taken, or if these people have one. Waits for a transaction that is just making it. */
export async function insertGroup(
  tx: Tx,
  conversation_id: string,
  name: string,
  employee_ids: readonly string[],
): Promise<string | undefined> {
  const [row] = await tx.query<{ created_at: string }>(OPEN, [tx.company_id, conversation_id, name, employee_ids]);
  return row?.created_at;
}

const OPEN_CAMPAIGN = `INSERT INTO conversation (company_id, conversation_id, kind, name) VALUES ($1, $2, 'campaign', $3)
  ON CONFLICT DO NOTHING RETURNING created_at`;

/** When it was made; undefined if the id is taken. */
export async function insertCampaign(tx: Tx, conversation_id: string, name: string): Promise<string | undefined> {
  const [row] = await tx.query<{ created_at: string }>(OPEN_CAMPAIGN, [tx.company_id, conversation_id, name]);
  return row?.created_at;
}

const FOUNDED = 'SELECT conversation_id FROM conversation WHERE company_id = $1 AND founders = $2::uuid[]';

/** The group that these people, rising by id, made up from its beginning. */
export async function findFounded(tx: Tx, employee_ids: readonly string[]): Promise<string | undefined> {
  const [row] = await tx.query<{ conversation_id: string }>(FOUNDED, [tx.company_id, employee_ids]);
  return row?.conversation_id;
}

const RENAME = 'UPDATE conversation SET name = $3 WHERE company_id = $1 AND conversation_id = $2';
const CHANGED = 'UPDATE conversation SET founders = NULL WHERE company_id = $1 AND conversation_id = $2';

export const renameGroup = (tx: Tx, conversation_id: string, name: string): Promise<object[]> =>
  tx.query(RENAME, [tx.company_id, conversation_id, name]);

/** It is no longer that of those with whom it began. */
export const forgetFounders = (tx: Tx, conversation_id: string): Promise<object[]> =>
  tx.query(CHANGED, [tx.company_id, conversation_id]);

const MUST_READ = `UPDATE message SET must_read = true WHERE company_id = $1 AND message_id = $2 AND NOT must_read RETURNING message_id`;

/** False if it was so before. */
export const markMustRead = async (tx: Tx, message_id: string): Promise<boolean> =>
  (await tx.query(MUST_READ, [tx.company_id, message_id])).length > 0;
