// Exactly once: the answer of a write is stored in its own transaction under the client's key, and comes again for it.

import type { Actor } from '../actor.ts';
import type { Database, Tx } from '../db/database.ts';
import { invalid } from './errors.ts';

const FIND =
  'SELECT endpoint, request_hash, answer FROM idempotency_key WHERE company_id = $1 AND employee_id = $2 AND key = $3';
const STORE =
  'INSERT INTO idempotency_key (company_id, employee_id, key, endpoint, request_hash, answer) VALUES ($1, $2, $3, $4, $5, $6)';

interface Stored {
  endpoint: string;
  request_hash: Buffer;
  answer: { data: unknown };
}

/**
 * Runs `work` in one transaction unless its key was seen: then the stored answer comes again. The same key with another
 * request is INVALID_REQUEST. Of several at once one does it, and all get its answer.
 */
export async function once(
  db: Database,
  actor: Actor,
  request: { key: string; endpoint: string; hash: Buffer },
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const identity = [actor.company_id, actor.employee_id, request.key] as const;
  const find = async (tx: Tx): Promise<{ data: unknown } | undefined> => {
    const [seen] = await tx.query<Stored>(FIND, identity);
    if (!seen) return undefined;
    if (seen.endpoint === request.endpoint && seen.request_hash.equals(request.hash)) return seen.answer;
    throw invalid([{ path: 'idempotency-key', message: 'This key was used for another request' }]);
  };
  try {
    return await db.company(actor.company_id, async (tx) => {
      const seen = await find(tx);
      if (seen) return seen.data;
      const data = await work(tx);
      tx.lastly(STORE, [...identity, request.endpoint, request.hash, JSON.stringify({ data })]);
      return data;
    });
  } catch (error) {
    // The same call may have been through while this one ran. Then its answer counts, whatever stood in the way of this
    // one: the key's index entry, or that what was to be done (deleted, left, created) had been done already.
    const seen = await db.company(actor.company_id, find);
    if (seen) return seen.data;
    throw error;
  }
}
