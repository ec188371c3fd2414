// SQL of searching spaces: which of them an employee may look into.
import type { FoundSpace } from '#contract/search.ts';
import type { Tx } from '../../../platform/db/database.ts';

// A company has at most some thousands: their names are compared by searching.ts, by the same rule as on the device.
const NAMES = `SELECT s.space_id, s.space_name, s.space_image, s.visibility, s.total_members, m.role IS NOT NULL AS is_member
  FROM space s LEFT JOIN space_member m ON m.company_id = $1 AND m.space_id = s.space_id AND m.employee_id = $2
  WHERE s.company_id = $1 AND (m.role IS NOT NULL OR s.visibility = 'public')`;

/** All that the employee may look into. */
export const listNames = (tx: Tx, employee_id: string): Promise<FoundSpace[]> =>
  tx.query(NAMES, [tx.company_id, employee_id]);
