// SQL of what people want to be told of: their settings, and the levels of single conversations.
import { DEFAULT_LEVELS, type Exception, type Level, type Settings } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { seesAt } from '../telling/levels.ts';

/** As long as somebody has chosen nothing. */
const blank: Omit<Settings, 'levels'> = { awake: null, paused_until: null, hide_text: false, mail_digest: true };

type Row = Settings & { readonly levels: Partial<Settings['levels']> };

const SOME = `SELECT employee_id, levels, awake, paused_until, hide_text, mail_digest FROM notification_setting
  WHERE company_id = $1 AND employee_id = ANY($2)`;

/** Of each of these people, with the default for what they never chose. */
export async function listSettings(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, Settings>> {
  const rows = await tx.query<Row & { employee_id: string }>(SOME, [tx.company_id, employee_ids]);
  const found = new Map(rows.map(({ employee_id, ...row }) => [employee_id, row]));
  return new Map(
    employee_ids.map((id) => {
      const row = found.get(id);
      return [id, { ...(row ?? blank), levels: { ...DEFAULT_LEVELS, ...row?.levels } }];
    }),
  );
}

export async function findSettings(tx: Tx, employee_id: string): Promise<Settings> {
  return (await listSettings(tx, [employee_id])).get(employee_id) as Settings;
}

const SAVE = `INSERT INTO notification_setting (company_id, employee_id, levels, awake, paused_until, hide_text, mail_digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (company_id, employee_id) DO UPDATE
  SET levels = excluded.levels, awake = excluded.awake, paused_until = excluded.paused_until,
    hide_text = excluded.hide_text, mail_digest = excluded.mail_digest`;

export async function saveSettings(tx: Tx, employee_id: string, settings: Settings): Promise<void> {
  const { levels, awake, paused_until, hide_text, mail_digest } = settings;
  const chosen = Object.entries(levels).filter(
    ([kind, level]) => level !== DEFAULT_LEVELS[kind as keyof typeof levels],
  );
  const own = [JSON.stringify(Object.fromEntries(chosen)), awake && JSON.stringify(awake)];
  await tx.query(SAVE, [tx.company_id, employee_id, ...own, paused_until, hide_text, mail_digest]);
}

const LIST = `SELECT entity_type, entity_id, level FROM notification_level WHERE company_id = $1 AND employee_id = $2
  ORDER BY entity_type, entity_id`;

export const listLevels = (tx: Tx, employee_id: string): Promise<Exception[]> =>
  tx.query(LIST, [tx.company_id, employee_id]);

type Which = Pick<Exception, 'entity_type' | 'entity_id'>;

const SET = `INSERT INTO notification_level AS l (company_id, employee_id, entity_type, entity_id, level)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, employee_id, entity_type, entity_id)
  DO UPDATE SET level = excluded.level WHERE l.level <> excluded.level RETURNING 1`;
const UNSET = `DELETE FROM notification_level
  WHERE company_id = $1 AND employee_id = $2 AND entity_type = $3 AND entity_id = $4 RETURNING 1`;

/** Null takes it away. False if it was so already. */
export async function saveLevel(
  tx: Tx,
  employee_id: string,
  { entity_type, entity_id }: Which,
  level: Level | null,
): Promise<boolean> {
  const values = [tx.company_id, employee_id, entity_type, entity_id];
  return (await tx.query(level ? SET : UNSET, level ? [...values, level] : values)).length > 0;
}

const COUNT = 'SELECT count(*)::integer AS levels FROM notification_level WHERE company_id = $1 AND employee_id = $2';

export async function countLevels(tx: Tx, employee_id: string): Promise<number> {
  const [row] = await tx.query<{ levels: number }>(COUNT, [tx.company_id, employee_id]);
  return row?.levels ?? 0;
}

const MEMBER = `SELECT 1 FROM conversation c JOIN conversation_member m ON m.company_id = $1
    AND m.conversation_id = c.gate_id AND m.employee_id = $2 WHERE c.company_id = $1`;
const HAS: Readonly<Record<Exception['entity_type'], string>> = {
  employee: `SELECT 1 FROM employee e WHERE e.company_id = $1 AND e.employee_id = $3 AND e.employee_id <> $2
    AND e.employee_account_status <> 'DELETED'`,
  group: `${MEMBER} AND c.conversation_id = $3 AND c.kind = 'group'`,
  campaign: `${MEMBER} AND c.conversation_id = $3 AND c.kind = 'campaign'`,
  sub_space: `${MEMBER} AND c.conversation_id = $3 AND c.kind = 'sub_space'`,
  space: 'SELECT 1 FROM space_member m WHERE m.company_id = $1 AND m.space_id = $3 AND m.employee_id = $2',
  thread: `SELECT 1 FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
    JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = $2 AND ${seesAt('x.seq')}
    WHERE x.company_id = $1 AND x.message_id = $3 AND x.deleted_at IS NULL`,
};

/** True if there is such a conversation to the employee, or could be one. */
export const hasPlace = async (tx: Tx, employee_id: string, { entity_type, entity_id }: Which): Promise<boolean> =>
  (await tx.query(HAS[entity_type], [tx.company_id, employee_id, entity_id])).length > 0;

const LOOK_AGAIN = `UPDATE notification_waiting SET due_at = now() WHERE company_id = $1 AND employee_id = $2 AND means = 'push'`;

/** Whether it is still quiet with them is asked anew: their hours are others now. */
export const lookAgain = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(LOOK_AGAIN, [tx.company_id, employee_id]);
