// SQL of the tables `second_factor` (the secret of the authenticator app) and `recovery_code`, and what a person has in all.
import type { Tx } from '../../../platform/db/database.ts';
import { deleteCeremonies } from './passkeys/ceremony-repo.ts';
import { deletePasskeys } from './passkeys/passkey-repo.ts';

/** How long what was begun can be confirmed. */
const PENDING_SECONDS = 600;
/** For so long the same call, sent again because its answer was lost, is told to be done. */
const AGAIN_SECONDS = 300;

export interface TotpRow {
  /** Sealed. */
  readonly secret: Buffer;
  readonly confirmed: boolean;
  /** Begun in this session, within ten minutes. */
  readonly pending: boolean;
  /** The same, within a minute: sent again because its answer was lost. */
  readonly just_begun: boolean;
  readonly last_step: number;
  /** Wrong codes before it was confirmed, in the settings. */
  readonly tries: number;
  /** The last code was used in this session, within five minutes. */
  readonly just_used: boolean;
  /** The database's clock, in seconds. */
  readonly now: number;
}

// No row is there for everybody, and there may be many.
const HOLD = "SELECT pg_advisory_xact_lock(hashtextextended('second-factor:' || $1::text || '/' || $2::text, 0))";
const FACTORS = `SELECT EXISTS (SELECT 1 FROM second_factor
    WHERE company_id = $1 AND employee_id = $2 AND confirmed_at IS NOT NULL) AS totp,
  (SELECT count(*)::int FROM passkey WHERE company_id = $1 AND employee_id = $2) AS passkeys`;
const STATE =
  'SELECT confirmed_at FROM second_factor WHERE company_id = $1 AND employee_id = $2 AND confirmed_at IS NOT NULL';
const LEFT = `SELECT count(*)::int AS count FROM recovery_code WHERE company_id = $1 AND employee_id = $2 AND used_at IS NULL`;
const LOCK = `SELECT secret, confirmed_at IS NOT NULL AS confirmed, last_step::float8 AS last_step, tries,
    confirmed_at IS NULL AND begun_in = $3 AND begun_at > now() - interval '${PENDING_SECONDS} seconds' AS pending,
    confirmed_at IS NULL AND begun_in = $3 AND begun_at > now() - interval '60 seconds' AS just_begun,
    coalesce(last_used_in = $3 AND last_used_at > now() - interval '${AGAIN_SECONDS} seconds', false) AS just_used,
    extract(epoch FROM clock_timestamp())::float8 AS now
  FROM second_factor WHERE company_id = $1 AND employee_id = $2 FOR UPDATE`;
const BEGIN = `INSERT INTO second_factor (company_id, employee_id, secret, begun_in) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id, employee_id) DO UPDATE SET secret = $3, begun_in = $4, begun_at = now(), tries = 0
  WHERE second_factor.confirmed_at IS NULL`;
const COUNT_TRY = 'UPDATE second_factor SET tries = tries + 1 WHERE company_id = $1 AND employee_id = $2';
const USE_STEP = `UPDATE second_factor SET last_step = $3, last_used_in = $4, last_used_at = now(), confirmed_at = coalesce(confirmed_at, now())
  WHERE company_id = $1 AND employee_id = $2 AND last_step < $3`;
const DELETE = 'DELETE FROM second_factor WHERE company_id = $1 AND employee_id = $2 RETURNING confirmed_at';
const DELETE_PENDING = 'DELETE FROM second_factor WHERE company_id = $1 AND employee_id = $2 AND confirmed_at IS NULL';
const DELETE_CODES = 'DELETE FROM recovery_code WHERE company_id = $1 AND employee_id = $2';
const INSERT_CODES = `INSERT INTO recovery_code (company_id, employee_id, code_hash) SELECT $1, $2, unnest($3::bytea[])`;
// The row's lock decides: of many at once one finds it unused.
const USE_CODE = `UPDATE recovery_code SET used_at = now()
  WHERE company_id = $1 AND employee_id = $2 AND code_hash = $3 AND used_at IS NULL RETURNING used_at`;

/** To whom a secret is sealed. */
export const ownerOf = ({ company_id }: Pick<Tx, 'company_id'>, employee_id: string): string =>
  `${company_id}/${employee_id}`;

/** Whoever else uses or changes the person's second factors waits until the commit. Before all other locks of theirs. */
export const holdFactors = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(HOLD, [tx.company_id, employee_id]);

export interface Factors {
  /** Codes of an app. */
  readonly totp: boolean;
  readonly passkeys: number;
}

/** What signing in asks for: one of these. */
export async function factorsOf(tx: Tx, employee_id: string): Promise<Factors> {
  return (await tx.query<Factors>(FACTORS, [tx.company_id, employee_id]))[0] as Factors;
}

export async function hasFactor(tx: Tx, employee_id: string): Promise<boolean> {
  const { totp, passkeys } = await factorsOf(tx, employee_id);
  return totp || passkeys > 0;
}

/** Since when there are codes of an app; undefined if there are none. */
export async function totpSince(tx: Tx, employee_id: string): Promise<string | undefined> {
  return (await tx.query<{ confirmed_at: string }>(STATE, [tx.company_id, employee_id]))[0]?.confirmed_at;
}

export async function recoveryLeft(tx: Tx, employee_id: string): Promise<number> {
  return (await tx.query<{ count: number }>(LEFT, [tx.company_id, employee_id]))[0]?.count ?? 0;
}

/** Confirmed or not; nobody uses or changes it before the commit. `session_id`: the one that asks, if there is one. */
export async function lockTotp(tx: Tx, employee_id: string, session_id: string | null): Promise<TotpRow | undefined> {
  return (await tx.query<TotpRow>(LOCK, [tx.company_id, employee_id, session_id]))[0];
}

/** In place of one that was begun and never confirmed. */
export const beginSecret = (tx: Tx, employee_id: string, secret: Buffer, session_id: string): Promise<object[]> =>
  tx.query(BEGIN, [tx.company_id, employee_id, secret, session_id]);

/** Under the lock of `lockTotp`. */
export const countWrong = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(COUNT_TRY, [tx.company_id, employee_id]);

/** Takes the code of a step, which confirms what was begun. Under the lock of `lockTotp`. */
export const markStep = (tx: Tx, employee_id: string, step: number, session_id: string | null): Promise<object[]> =>
  tx.query(USE_STEP, [tx.company_id, employee_id, step, session_id]);

/** The app's secret alone. True if it was confirmed. */
export async function deleteTotp(tx: Tx, employee_id: string): Promise<boolean> {
  const [row] = await tx.query<{ confirmed_at: string | null }>(DELETE, [tx.company_id, employee_id]);
  return row !== undefined && row.confirmed_at !== null;
}

/** All of it, with the recovery codes. True if there was any. */
export async function deleteSecondFactor(tx: Tx, employee_id: string): Promise<boolean> {
  const had = await deleteTotp(tx, employee_id);
  const hadPasskeys = await deletePasskeys(tx, employee_id);
  await deleteCeremonies(tx, employee_id);
  await tx.query(DELETE_CODES, [tx.company_id, employee_id]);
  return had || hadPasskeys;
}

/** With the first second factor: what was begun before, in any session, was begun by the password alone. */
export async function forgetBegun(tx: Tx, employee_id: string): Promise<void> {
  await tx.query(DELETE_PENDING, [tx.company_id, employee_id]);
  await deleteCeremonies(tx, employee_id);
}

export async function replaceCodes(tx: Tx, employee_id: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(DELETE_CODES, [tx.company_id, employee_id]);
  await tx.query(INSERT_CODES, [tx.company_id, employee_id, hashes]);
}

/** True if it was there and not used yet. */
export const spendCode = async (tx: Tx, employee_id: string, hash: Buffer): Promise<boolean> =>
  (await tx.query(USE_CODE, [tx.company_id, employee_id, hash])).length > 0;
