// SQL of the table `seal_key`.
import type { Tx } from '../../../platform/db/database.ts';

export interface SealKeys {
  readonly public_key: string;
  readonly private_key: string;
}

const FIND = 'SELECT public_key, private_key FROM seal_key WHERE company_id = $1 AND employee_id = $2';
const MAKE = `INSERT INTO seal_key (company_id, employee_id, public_key, private_key) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id, employee_id) DO NOTHING`;
const DELETE = 'DELETE FROM seal_key WHERE company_id = $1 AND employee_id = $2';

export const findSealKeys = async (tx: Tx, employee_id: string): Promise<SealKeys | undefined> =>
  (await tx.query<SealKeys>(FIND, [tx.company_id, employee_id]))[0];

/** Does nothing if there are some: of two devices that ask at once the second one waits here, and finds those of the first. */
export const insertSealKeys = (tx: Tx, employee_id: string, keys: SealKeys): Promise<object[]> =>
  tx.query(MAKE, [tx.company_id, employee_id, keys.public_key, keys.private_key]);

export const deleteSealKeys = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, employee_id]);
