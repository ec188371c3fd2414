// SQL of what somebody wants to hear of a conversation: the one rule, for a message that was written and for what waits unread.

/** The nil UUID among the mentions of a message: everybody (server/features/chat/repo/conversation-repo.ts). */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';

/** True if a message of these `mentions` calls `who`. */
export const calls = (mentions: string, who: string): string =>
  `coalesce(${mentions} && ARRAY[${who}, '${EVERYBODY}'::uuid], false)`;

/** True of a member `who` of the gate of a conversation `c`, if what stands there at `seq` is not hidden from them (server/features/chat/repo/conversation-repo.ts). */
export const seesAt = (
  seq: string,
  who = 'm',
): string => `(${who}.since_seq = 0 OR CASE WHEN c.root_id IS NULL THEN ${seq}
  ELSE (SELECT r.seq FROM message r WHERE r.company_id = $1 AND r.message_id = c.root_id) END > ${who}.since_seq)`;

/** To who, as `m`, is in a conversation `c`: where that stands as `p` (itself; of a thread, where its root does), for who may read there. */
export const STANDING = `JOIN conversation p ON p.company_id = $1 AND p.conversation_id = c.gate_id
  JOIN conversation_member g ON g.company_id = $1 AND g.conversation_id = p.conversation_id AND g.employee_id = m.employee_id
  CROSS JOIN LATERAL (SELECT CASE WHEN p.employee_low = m.employee_id THEN p.employee_high ELSE p.employee_low END AS other_id) AS pair`;

const level = (
  alias: string,
  type: string,
  id: string,
) => `LEFT JOIN notification_level ${alias} ON ${alias}.company_id = $1
  AND ${alias}.employee_id = m.employee_id AND ${alias}.entity_type = ${type} AND ${alias}.entity_id = ${id}`;

/** Besides: what they chose, of all that is above the conversation. */
export const CHOICES = `LEFT JOIN notification_setting s ON s.company_id = $1 AND s.employee_id = m.employee_id
  LEFT JOIN entry_wish w ON w.company_id = $1 AND w.employee_id = m.employee_id AND w.muted
    AND w.entity_type = CASE p.kind WHEN 'sub_space' THEN 'space' WHEN 'direct' THEN 'employee' ELSE p.kind END
    AND w.entity_id = CASE p.kind WHEN 'sub_space' THEN p.space_id WHEN 'direct' THEN other_id ELSE p.conversation_id END
  ${level('lt', "'thread'", 'c.root_id')}
  ${level(
    'lp',
    "CASE p.kind WHEN 'direct' THEN 'employee' ELSE p.kind END",
    "CASE p.kind WHEN 'direct' THEN other_id ELSE p.conversation_id END",
  )}
  ${level('ls', "'space'", 'p.space_id')}`;

/** Of a conversation `c`, as the contract names its kind. */
const KIND = "(CASE c.kind WHEN 'sub_space' THEN 'space' ELSE c.kind END)";

/**
 * All, mentions or none. A muted entry is silent with all that belongs to it. The nearest choice holds; a place that is to be silent
 * is so with its threads. A campaign is of no kind that is chosen for all of them. `defaults`: what holds where nothing was chosen, as JSON by kind.
 */
export const levelBy = (defaults: string): string => `CASE WHEN w.muted THEN 'none'
  WHEN c.kind = 'thread' THEN coalesce(lt.level, CASE coalesce(lp.level, ls.level) WHEN 'none' THEN 'none' END,
    s.levels->>'thread', ${defaults}->>'thread')
  WHEN c.kind = 'campaign' THEN coalesce(lp.level, 'all')
  ELSE coalesce(lp.level, ls.level, s.levels->>${KIND}, ${defaults}->>${KIND}) END`;

/** With CHOICES: true where the conversation itself is to be silent, also for what is no message of it. The levels of kinds do not count: what that is has its own. */
export const IS_SILENT = "coalesce(w.muted, coalesce(lt.level, lp.level, ls.level) = 'none', false)";

/** Of an entry `n` of somebody's list: false of a reaction where the conversation is to be silent. $1 is the company. */
export const IS_HEARD = `(n.kind <> 'reaction' OR NOT EXISTS (SELECT FROM conversation c
  CROSS JOIN LATERAL (SELECT n.employee_id) AS m ${STANDING} ${CHOICES}
  WHERE c.company_id = $1 AND c.conversation_id = n.conversation_id AND ${IS_SILENT}))`;
