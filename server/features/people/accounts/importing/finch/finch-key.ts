// The access key to a company's HR system: set, taken away, and never said again. It belongs to the one company whose people it shows.
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { FinchSetup, updateFinch } from '#contract/people/spreadsheet/finch.ts';
import type { Actor } from '../../../../../platform/actor.ts';
import { audit } from '../../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../../platform/db/database.ts';
import type { Sealer } from '../../../../../platform/db/sealer.ts';
import type { Afterwards, Context } from '../../../../../platform/feature.ts';
import { checkKey } from './finch-api.ts';
import { type ConnectionRow, deleteConnection, findConnection, lockConnection, putConnection } from './finch-repo.ts';

/** Somebody sits before the screen. Milliseconds. */
const PATIENCE_MS = 20_000;
const SHOWN = 4;

export interface FinchDeps extends Pick<Context, 'db' | 'outbound' | 'log'> {
  readonly sealer: Sealer;
  /** What asks Finch: twenty times in an hour. TOO_MANY_REQUESTS. */
  readonly count: (company_id: string) => Promise<void>;
  /** Fires when the server stops. */
  readonly signal: AbortSignal;
}

/** Undefined where there is none, or where it was sealed by a server whose own key is lost. */
export const keyIn = (tx: Tx, { sealer }: Pick<FinchDeps, 'sealer'>, row: ConnectionRow | undefined) =>
  row && sealer.open(row.sealed_key, tx.company_id)?.toString();

export async function present(tx: Tx, deps: Pick<FinchDeps, 'sealer'>): Promise<FinchSetup> {
  const row = await findConnection(tx);
  if (!row || !keyIn(tx, deps, row)) return { connection: null };
  const { key_end, set_by, set_at } = row;
  return { connection: { key_end, set_by, set_at } };
}

/** Asked with no transaction open. FINCH_KEY_REFUSED, FINCH_UNAVAILABLE. */
export async function setKey(
  tx: Tx,
  { company_id, employee_id }: Actor,
  { access_key: key }: ParsedOf<typeof updateFinch>,
  deps: FinchDeps,
): Promise<FinchSetup | Afterwards<FinchSetup>> {
  if (keyIn(tx, deps, await findConnection(tx)) === key) return present(tx, deps);
  await deps.count(company_id);
  return async () => {
    const { outbound, signal } = deps;
    await checkKey({ outbound, key, until: Date.now() + PATIENCE_MS, signal });
    return deps.db.company(company_id, async (own) => {
      if (keyIn(own, deps, await lockConnection(own)) === key) return present(own, deps);
      await putConnection(own, deps.sealer.seal(Buffer.from(key), company_id), key.slice(-SHOWN), employee_id);
      await audit(own, company_id, employee_id, 'people.finch_key_set');
      return present(own, deps);
    });
  };
}

export async function removeKey(tx: Tx, { company_id, employee_id }: Actor): Promise<null> {
  if (await deleteConnection(tx)) await audit(tx, company_id, employee_id, 'people.finch_key_removed');
  return null;
}
