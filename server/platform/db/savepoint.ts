// A part of a transaction that can be taken back by itself.
import type { Tx } from './database.ts';

/** What `work` has written and told is taken back if it throws, and the rest of the transaction goes on with whoever catches that. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const told = tx.events.length;
  const listening = tx.subscriptions.length;
  await tx.query('SAVEPOINT part');
  try {
    const result = await work();
    await tx.query('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    // Where the connection is gone there is nothing to take back, and that it is gone is to be heard.
    for (const back of ['ROLLBACK TO SAVEPOINT part', 'RELEASE SAVEPOINT part']) await tx.query(back).catch(() => {});
    tx.events.length = told;
    tx.subscriptions.length = listening;
    throw error;
  }
}
