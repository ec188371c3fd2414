// What other features ask of provisioning. What a token may stands in tokens/tokens.ts.
import type { Tx } from '../../platform/db/database.ts';
import { listTokens } from './tokens/token-repo.ts';

/** How many of the tokens somebody has made. They are the company's, and work whoever has made them. */
export const countTokens = async (tx: Tx, employee_id: string): Promise<number> =>
  (await listTokens(tx)).filter(({ created_by }) => created_by === employee_id).length;
