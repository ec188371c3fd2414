// What other features ask of insights.
import type { Tx } from '../../platform/db/database.ts';
import { deleteActivity } from './activity/activity-repo.ts';

/** Somebody is erased: on which days they used the app is gone. What the days added up to stays as it was. */
export const forget = async (tx: Tx, employee_id: string): Promise<void> =>
  void (await deleteActivity(tx, employee_id));
