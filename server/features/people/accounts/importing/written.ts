// Rows that the database does not take are told from a database that does not answer.
import type { Tx } from '../../../../platform/db/database.ts';
import { inSavepoint } from '../../../../platform/db/savepoint.ts';

/** PostgreSQL's classes of errors that come back however often they are tried: no such value, and a constraint that is broken. */
const LASTING = /^2[23]...$/;

/** False if the database refuses what was written: then nothing of it is written or told. Whatever else fails ends it all. */
export async function isWritten(tx: Tx, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await inSavepoint(tx, write);
    return true;
  } catch (error) {
    if (!LASTING.test((error as { code?: string }).code ?? '')) throw error;
    return false;
  }
}
