// SQL of the tables `credential` and `reset_link`.
import type { Tx } from '../../../platform/db/database.ts';

export interface CredentialRow {
  readonly company_id: string;
  readonly employee_id: string;
  readonly password_hash: string;
  /** When it was chosen, in seconds since 1970: better parameters for the same password leave it as it is. */
  readonly changed: number;
  /** Wrong passwords since the last right one. */
  readonly failures: number;
}

const OF_PEOPLE = `SELECT c.company_id, c.employee_id, c.password_hash, extract(epoch FROM c.changed_at)::float8 AS changed, c.failures
  FROM unnest($1::uuid[], $2::uuid[]) AS wanted(company_id, employee_id)
  JOIN credential c ON c.company_id = wanted.company_id AND c.employee_id = wanted.employee_id`;
// The lock makes a change of the password wait, or be seen: who signs in with the old one is in before it, or not at all.
const HOLD =
  'SELECT 1 FROM credential WHERE company_id = $1 AND employee_id = $2 AND password_hash = $3 FOR NO KEY UPDATE';
const PUT = `INSERT INTO credential (company_id, employee_id, password_hash, changed_in) VALUES ($1, $2, $3, $4)
  ON CONFLICT (company_id, employee_id) DO UPDATE SET password_hash = $3, changed_at = now(), changed_in = $4, failures = 0`;
const COUNT_WRONG =
  'UPDATE credential SET failures = failures + 1 WHERE company_id = $1 AND employee_id = $2 RETURNING failures';
const FORGET_WRONG = 'UPDATE credential SET failures = 0 WHERE company_id = $1 AND employee_id = $2 AND failures > 0';
const REHASH = 'UPDATE credential SET password_hash = $3 WHERE company_id = $1 AND employee_id = $2';
const CHANGED = `SELECT 1 FROM credential WHERE company_id = $1 AND employee_id = $2
  AND changed_in = $3 AND changed_at > now() - make_interval(secs => $4)`;
const DELETE = 'DELETE FROM credential WHERE company_id = $1 AND employee_id = $2';

/** In a system transaction: the credentials of these people, in no order; some may have none. */
export const findCredentials = (
  tx: Tx,
  people: readonly { company_id: string; employee_id: string }[],
): Promise<CredentialRow[]> => tx.query(OF_PEOPLE, [people.map((p) => p.company_id), people.map((p) => p.employee_id)]);

/** True if this is still the person's password; it stays so until the commit. */
export const holdCredential = async (tx: Tx, employee_id: string, password_hash: string): Promise<boolean> =>
  (await tx.query(HOLD, [tx.company_id, employee_id, password_hash])).length > 0;

/** `changed_in`: the session, if that is where it was changed. */
export const putCredential = (
  tx: Tx,
  employee_id: string,
  password_hash: string,
  changed_in: string | null = null,
): Promise<object[]> => tx.query(PUT, [tx.company_id, employee_id, password_hash, changed_in]);

/** One more; how many there are now, undefined for who has no password. */
export async function countWrong(tx: Tx, employee_id: string): Promise<number | undefined> {
  const [row] = await tx.query<{ failures: number }>(COUNT_WRONG, [tx.company_id, employee_id]);
  return row?.failures;
}
export const forgetWrong = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(FORGET_WRONG, [tx.company_id, employee_id]);

/** The same password under better parameters. */
export const rehash = (tx: Tx, employee_id: string, password_hash: string): Promise<object[]> =>
  tx.query(REHASH, [tx.company_id, employee_id, password_hash]);

/** True if the password was changed in this session within the last seconds, and not since. */
export const changedWithin = async (
  tx: Tx,
  employee_id: string,
  session_id: string,
  seconds: number,
): Promise<boolean> => (await tx.query(CHANGED, [tx.company_id, employee_id, session_id, seconds])).length > 0;

export const deleteCredential = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, employee_id]);

export type Purpose = 'reset' | 'invitation';
/** What an account that stands so may use a link for: the invited have only their invitation, and who is switched off has none. */
export const purposesOf = (status: string): readonly Purpose[] =>
  status === 'ACTIVE' ? ['reset', 'invitation'] : status === 'INVITED' ? ['invitation'] : [];

export interface LinkRow {
  readonly company_id: string;
  readonly employee_id: string;
  readonly purpose: Purpose;
  /** The address that it was sent to. */
  readonly email_key: string;
}

const INSERT_LINK = `INSERT INTO reset_link (company_id, token_hash, employee_id, purpose, email_key, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`;
const FIND_LINK = `SELECT company_id, employee_id, purpose, email_key FROM reset_link
  WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`;
// One statement decides: of many at once, the first takes the row's lock and the others find it used.
const USE_LINK = `UPDATE reset_link SET used_at = now()
  WHERE company_id = $1 AND token_hash = $2 AND used_at IS NULL AND expires_at > now() RETURNING employee_id, purpose, email_key`;
const RECENT_LINK = `SELECT 1 FROM reset_link WHERE company_id = $1 AND employee_id = $2 AND purpose = 'reset'
  AND created_at > now() - make_interval(secs => $3) LIMIT 1`;
const INVITED = `SELECT 1 FROM reset_link WHERE company_id = $1 AND employee_id = $2 AND purpose = 'invitation'
  AND email_key = $3 AND used_at IS NULL AND expires_at > now() LIMIT 1`;
const COUNT_LINKS = `SELECT count(*)::integer AS working FROM reset_link
  WHERE company_id = $1 AND employee_id = $2 AND email_key = $3 AND purpose = ANY($4) AND used_at IS NULL AND expires_at > now()`;
const KILL_LINKS =
  'UPDATE reset_link SET used_at = now() WHERE company_id = $1 AND employee_id = $2 AND used_at IS NULL';

export const insertLink = (
  tx: Tx,
  link: { hash: Buffer; employee_id: string; purpose: Purpose; email_key: string; seconds: number },
): Promise<object[]> =>
  tx.query(INSERT_LINK, [tx.company_id, link.hash, link.employee_id, link.purpose, link.email_key, link.seconds]);

/** In a system transaction: the link if it can still be used. */
export async function findLink(tx: Tx, hash: Buffer): Promise<LinkRow | undefined> {
  return (await tx.query<LinkRow>(FIND_LINK, [hash]))[0];
}

/** Uses the link up. Undefined if it is used, too old or unknown. */
export async function consumeLink(tx: Tx, hash: Buffer): Promise<Omit<LinkRow, 'company_id'> | undefined> {
  return (await tx.query<Omit<LinkRow, 'company_id'>>(USE_LINK, [tx.company_id, hash]))[0];
}

/** True if the person was sent a link to reset the password within the last seconds. */
export const hasRecentLink = async (tx: Tx, employee_id: string, seconds: number): Promise<boolean> =>
  (await tx.query(RECENT_LINK, [tx.company_id, employee_id, seconds])).length > 0;

/** True if the person has an invitation to this address that still works. */
export const hasInvitation = async (tx: Tx, employee_id: string, email_key: string): Promise<boolean> =>
  (await tx.query(INVITED, [tx.company_id, employee_id, email_key])).length > 0;

/** How many links for these purposes that were sent to this address of the person are neither used nor too old. */
export async function countLinks(
  tx: Tx,
  employee_id: string,
  email_key: string,
  purposes: readonly Purpose[],
): Promise<number> {
  const [row] = await tx.query<{ working: number }>(COUNT_LINKS, [tx.company_id, employee_id, email_key, purposes]);
  return row?.working ?? 0;
}

/** No link that the person was ever sent works any more. */
export const killLinks = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(KILL_LINKS, [tx.company_id, employee_id]);

/** Neither are they kept: each holds the address that it was sent to. */
export const deleteLinks = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query('DELETE FROM reset_link WHERE company_id = $1 AND employee_id = $2', [tx.company_id, employee_id]);
