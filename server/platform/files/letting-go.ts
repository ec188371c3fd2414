// While a backup is taken no file leaves the store: the files that the database names at its moment must come into it, too.
import type { Tx } from '../db/database.ts';

/** Any number. A backup holds it alone, whoever takes a file away shares it. */
export const FILES_LOCK = 7_205_760;

/** True if files may be taken away until the end of this transaction; false while a backup is taken. */
export async function mayLetGo(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ may: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS may', [FILES_LOCK]);
  return row?.may === true;
}
