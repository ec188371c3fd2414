// A way in for whoever is at the machine and has none: a link that sets an operator's password anew, or, as long as there is no
// operator, one for the first. For the command of tools/operator; of the server's own calls only another operator's makes such a
// link, and mails it (operators.ts).
import type { Operator } from '../../../platform/actor.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { addressKey, hashOf, newSecret } from '../../auth/service.ts';
import { record } from './acts-repo.ts';
import { insertReset } from './link-repo.ts';
import { type ListedRow, listAll } from './operator-repo.ts';
import { firstToken } from './setup.ts';

export const RESET_SECONDS = 3600;

export type WayIn =
  | { readonly for: 'first'; readonly token: string }
  | { readonly for: 'password'; readonly token: string; readonly operator: Operator }
  /** Nobody was named, and there are several; or nobody has this address. */
  | { readonly for: 'nobody'; readonly operators: readonly ListedRow[] };

export const listOperatorRows = (db: Database): Promise<ListedRow[]> => db.system(listAll);

/** `email`: of whom; not needed where there is one alone. */
export async function makeWayIn(db: Database, email?: string): Promise<WayIn> {
  const first = await firstToken(db);
  if (first) return { for: 'first', token: first };
  return db.company(NO_COMPANY, async (tx): Promise<WayIn> => {
    const operators = await listAll(tx);
    const named = email === undefined ? operators : operators.filter((one) => isOf(one, email));
    const [operator, ...more] = named;
    if (!operator || more.length) return { for: 'nobody', operators };
    return { for: 'password', token: await makeReset(tx, null, operator.operator_id), operator };
  });
}

/** A link for a new password; its token. `by`: the operator who mails it, or null for whoever is at the machine. */
export async function makeReset(tx: Tx, by: string | null, operator_id: string): Promise<string> {
  const token = newSecret();
  await insertReset(tx, hashOf(token), operator_id, RESET_SECONDS);
  await record(tx, by, 'operator.reset_link_made', { operator_id });
  return token;
}

const isOf = (one: Operator, email: string): boolean => addressKey(one.email) === addressKey(email);
