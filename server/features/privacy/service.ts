// What other features ask of exports: that nothing is left of somebody's.
import type { Tx } from '../../platform/db/database.ts';
import { letGoOf } from '../files/service.ts';
import { deleteExports } from './export-repo.ts';

/** The person is erased: what was made for them is there no more. */
export async function forgetExports(tx: Tx, employee_id: string): Promise<void> {
  const file_ids = await deleteExports(tx, employee_id);
  if (file_ids.length) await letGoOf(tx, file_ids, async () => []);
}
