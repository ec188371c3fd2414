// SQL of the tables `scim_token` and `scim_failure`.
import { v7 as uuid } from 'uuid';
import { FAILURES_KEPT, MOST_TOKENS } from '#contract/provisioning.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface TokenRow {
  readonly token_id: string;
  readonly slot: number;
  readonly token_name: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface FailureRow {
  readonly failure_id: string;
  readonly method: string;
  readonly resource: string;
  readonly status: number;
  readonly reason: string;
  readonly employee_id: string | null;
  readonly created_at: string;
}

const LIST = `SELECT token_id, slot, name AS token_name, created_by, created_at, last_used_at
  FROM scim_token WHERE company_id = $1 ORDER BY created_at, token_id`;
const INSERT = `INSERT INTO scim_token (company_id, token_id, slot, secret_hash, name, created_by) VALUES ($1, $2, $3, $4, $5, $6)`;
const DELETE = 'DELETE FROM scim_token WHERE company_id = $1 AND token_id = $2 RETURNING name';
const FIND = 'SELECT token_id FROM scim_token WHERE company_id = $1 AND secret_hash = $2';
// Not at each call: a provider makes thousands in a minute.
const USED = `UPDATE scim_token SET last_used_at = now()
  WHERE company_id = $1 AND token_id = $2 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

const NOTE = `INSERT INTO scim_failure (company_id, failure_id, method, resource, status, reason, employee_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const NOTED = `SELECT 1 FROM scim_failure WHERE company_id = $1 AND reason = $2 AND employee_id IS NOT DISTINCT FROM $3 LIMIT 1`;
const FAILURES = `SELECT failure_id, method, resource, status, reason, employee_id, created_at FROM scim_failure
  WHERE company_id = $1 AND created_at > now() - interval '30 days' ORDER BY created_at DESC, failure_id DESC LIMIT ${FAILURES_KEPT}`;
const FORGET = `DELETE FROM scim_failure WHERE company_id = $1 AND failure_id NOT IN (
  SELECT failure_id FROM scim_failure WHERE company_id = $1 ORDER BY created_at DESC, failure_id DESC LIMIT ${FAILURES_KEPT})`;

/** The oldest first. */
export const listTokens = (tx: Tx): Promise<TokenRow[]> => tx.query(LIST, [tx.company_id]);

/** A place that is free. Undefined if there is none. */
export function freeSlot(tokens: readonly TokenRow[]): number | undefined {
  const taken = new Set(tokens.map(({ slot }) => slot));
  return Array.from({ length: MOST_TOKENS }, (_, at) => at + 1).find((slot) => !taken.has(slot));
}

/** Throws 23505 with the constraint `scim_token_slot` or `scim_token_pkey`. */
export const insertToken = (
  tx: Tx,
  { token_id, slot, token_name, created_by }: Pick<TokenRow, 'token_id' | 'slot' | 'token_name' | 'created_by'>,
  hash: Buffer,
): Promise<object[]> => tx.query(INSERT, [tx.company_id, token_id, slot, hash, token_name, created_by]);

/** What it was called. Undefined if there is none. */
export const deleteToken = async (tx: Tx, token_id: string): Promise<string | undefined> =>
  (await tx.query<{ name: string }>(DELETE, [tx.company_id, token_id]))[0]?.name;

/** Which token it is, noted as used. Undefined if it is none (any more). */
export async function findToken(tx: Tx, hash: Buffer): Promise<string | undefined> {
  const [row] = await tx.query<{ token_id: string }>(FIND, [tx.company_id, hash]);
  if (row) await tx.query(USED, [tx.company_id, row.token_id]);
  return row?.token_id;
}

/** The newest first, of thirty days. */
export const listFailures = (tx: Tx): Promise<FailureRow[]> => tx.query(FAILURES, [tx.company_id]);

/** Those of before that are too many go. */
export async function noteFailure(tx: Tx, failure: Omit<FailureRow, 'failure_id' | 'created_at'>): Promise<void> {
  const { method, resource, status, reason, employee_id } = failure;
  await tx.query(NOTE, [tx.company_id, uuid(), method, resource, status, reason, employee_id]);
  await tx.query(FORGET, [tx.company_id]);
}

/** What the list says already is not said again: a provider comes with the same every half hour. */
export async function noteOnce(tx: Tx, note: Parameters<typeof noteFailure>[1]): Promise<void> {
  const { reason, employee_id } = note;
  if (!(await tx.query(NOTED, [tx.company_id, reason, employee_id])).length) await noteFailure(tx, note);
}
