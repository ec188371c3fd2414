// SQL of the table `passkey`. Who changes how many there are holds the person's second factors (factor-repo.ts).
import type { Tx } from '../../../../platform/db/database.ts';

export interface OwnPasskey {
  readonly passkey_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

/** How an authenticator knows it. */
export interface Known {
  readonly credential_id: Buffer;
  readonly transports: string[];
}

export interface NewPasskey extends Known {
  readonly public_key: Buffer;
  readonly counter: number;
  readonly device_type: string;
  readonly backed_up: boolean;
}

export interface PasskeyRow extends Known {
  readonly passkey_id: string;
  readonly public_key: Buffer;
  readonly user_handle: Buffer;
  readonly counter: number;
}

const LIST = `SELECT passkey_id, name, created_at, last_used_at, backed_up AS synced FROM passkey
  WHERE company_id = $1 AND employee_id = $2 ORDER BY created_at, passkey_id`;
const KNOWN = `SELECT credential_id, transports, user_handle FROM passkey
  WHERE company_id = $1 AND employee_id = $2 ORDER BY last_used_at DESC NULLS LAST, passkey_id`;
const LOCK = `SELECT passkey_id, credential_id, transports, public_key, user_handle, counter::float8 AS counter FROM passkey
  WHERE company_id = $1 AND employee_id = $2 AND credential_id = $3 FOR UPDATE`;
const USE = `UPDATE passkey SET counter = $3, backed_up = $4, last_used_at = now() WHERE company_id = $1 AND passkey_id = $2`;
const INSERT = `INSERT INTO passkey (company_id, passkey_id, employee_id, credential_id, public_key, user_handle, counter, transports,
    device_type, backed_up, name, made_for)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (company_id, credential_id) DO NOTHING RETURNING passkey_id`;
const MADE = `SELECT passkey_id FROM passkey
  WHERE company_id = $1 AND employee_id = $2 AND credential_id = $3 AND made_for = $4`;
const NAME = 'SELECT name FROM passkey WHERE company_id = $1 AND employee_id = $2 AND passkey_id = $3 FOR UPDATE';
const RENAME = 'UPDATE passkey SET name = $3 WHERE company_id = $1 AND passkey_id = $2';
const DELETE =
  'DELETE FROM passkey WHERE company_id = $1 AND employee_id = $2 AND passkey_id = $3 RETURNING passkey_id';
const DELETE_ALL = 'DELETE FROM passkey WHERE company_id = $1 AND employee_id = $2 RETURNING passkey_id';

/** The oldest first. */
export const listPasskeys = (tx: Tx, employee_id: string): Promise<OwnPasskey[]> =>
  tx.query<OwnPasskey>(LIST, [tx.company_id, employee_id]);

/** The one used last first. */
export const knownPasskeys = (tx: Tx, employee_id: string): Promise<(Known & { user_handle: Buffer })[]> =>
  tx.query<Known & { user_handle: Buffer }>(KNOWN, [tx.company_id, employee_id]);

/** Nobody else uses it before the commit. */
export async function lockPasskey(tx: Tx, employee_id: string, credential: Buffer): Promise<PasskeyRow | undefined> {
  return (await tx.query<PasskeyRow>(LOCK, [tx.company_id, employee_id, credential]))[0];
}

export const markUsed = (tx: Tx, passkey_id: string, counter: number, backed_up: boolean): Promise<object[]> =>
  tx.query(USE, [tx.company_id, passkey_id, counter, backed_up]);

/** False if somebody in the company has it already. */
export async function insertPasskey(
  tx: Tx,
  made: NewPasskey & {
    passkey_id: string;
    employee_id: string;
    user_handle: Buffer;
    name: string;
    made_for: Buffer;
  },
): Promise<boolean> {
  const { passkey_id, employee_id, credential_id, public_key, user_handle, counter, transports } = made;
  const { device_type, backed_up, name, made_for } = made;
  const key = [tx.company_id, passkey_id, employee_id, credential_id, public_key, user_handle, counter, transports];
  return (await tx.query(INSERT, [...key, device_type, backed_up, name, made_for])).length > 0;
}

/** The person's own that was made for this very thing. */
export async function findMade(
  tx: Tx,
  employee_id: string,
  credential: Buffer,
  made_for: Buffer,
): Promise<string | undefined> {
  const values = [tx.company_id, employee_id, credential, made_for];
  return (await tx.query<{ passkey_id: string }>(MADE, values))[0]?.passkey_id;
}

/** Whether it had another; undefined if the person has no such passkey. */
export async function renamePasskey(
  tx: Tx,
  employee_id: string,
  passkey_id: string,
  name: string,
): Promise<boolean | undefined> {
  const [row] = await tx.query<{ name: string }>(NAME, [tx.company_id, employee_id, passkey_id]);
  if (row && row.name !== name) await tx.query(RENAME, [tx.company_id, passkey_id, name]);
  return row && row.name !== name;
}

/** False if the person has no such passkey. */
export const deletePasskey = async (tx: Tx, employee_id: string, passkey_id: string): Promise<boolean> =>
  (await tx.query(DELETE, [tx.company_id, employee_id, passkey_id])).length > 0;

/** True if there was any. */
export const deletePasskeys = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await tx.query(DELETE_ALL, [tx.company_id, employee_id])).length > 0;
