// SQL of what waits unread in lists besides messages: reactions, invitations and requests.
import type { Tx } from '../../../../platform/db/database.ts';
import { STANDS } from '../../list/list-repo.ts';
import { IS_HEARD } from '../levels.ts';
import { columnsOf, type Period } from '../pushing-repo.ts';

export interface News {
  readonly reactions: number;
  readonly invitations: number;
}
const NEWS = `SELECT n.employee_id, (count(*) FILTER (WHERE n.kind = 'reaction'))::integer AS reactions,
    (count(*) FILTER (WHERE n.kind <> 'reaction'))::integer AS invitations
  FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS d (employee_id, since, until)
  JOIN notification n ON n.company_id = $1 AND n.employee_id = d.employee_id AND n.created_at BETWEEN d.since AND d.until AND NOT n.is_read
    AND n.kind NOT IN ('mention', 'thread')
  WHERE ${STANDS} AND ${IS_HEARD} GROUP BY n.employee_id`;

/** Of each in that time. */
export async function listNews(tx: Tx, periods: readonly Period[]): Promise<Map<string, News>> {
  const rows = await tx.query<News & { employee_id: string }>(NEWS, [tx.company_id, ...columnsOf(periods)]);
  return new Map(rows.map((row) => [row.employee_id, row]));
}
