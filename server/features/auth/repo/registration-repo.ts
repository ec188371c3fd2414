// SQL of the table `registration`: companies that wait for their owner's address to be proven.
import type { Tx } from '../../../platform/db/database.ts';

export interface Registration {
  readonly company_id: string;
  readonly employee_id: string;
  readonly company_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly time_zone: string;
  readonly domain: string | null;
  readonly password_hash: string;
}
export interface Proof {
  readonly code_hash: Buffer;
  readonly link_hash: Buffer;
}
export type Waiting = Pick<Registration, 'company_id' | 'email'>;
/** A registration with the state of its running code. */
export interface WaitingRow extends Registration, Proof {
  readonly tries: number;
  readonly expired: boolean;
}

const COLUMNS = 'company_id, employee_id, company_name, first_name, last_name, email, time_zone, domain, password_hash';
const STATE = 'code_hash, link_hash, tries, expires_at <= now() AS expired';
const INSERT = `INSERT INTO registration (company_id, employee_id, company_name, first_name, last_name, email, time_zone, domain,
    password_hash, email_key, code_hash, link_hash, asker, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(secs => $14))`;
const HASHES =
  'SELECT company_id, employee_id, password_hash FROM registration WHERE email_key = $1 ORDER BY sent_at DESC LIMIT 10';
const NEWEST =
  'SELECT company_id, email FROM registration WHERE email_key = $1 AND asker = $2 ORDER BY sent_at DESC LIMIT 1';
const BY_LINK = 'SELECT company_id, email FROM registration WHERE link_hash = $1';
const LOCK = `SELECT ${COLUMNS}, ${STATE} FROM registration WHERE company_id = $1 FOR UPDATE`;
const COUNT_TRY = 'UPDATE registration SET tries = tries + 1 WHERE company_id = $1';
const RENEW = `UPDATE registration SET code_hash = $2, link_hash = $3, tries = 0, sent_at = now(),
    expires_at = now() + make_interval(secs => $4)
  WHERE company_id = $1 AND sent_at <= now() - make_interval(secs => $5) RETURNING ${COLUMNS}`;
const ASK = 'UPDATE registration SET asker = $2 WHERE company_id = $1';
const DELETE = 'DELETE FROM registration WHERE company_id = $1';

export const insertRegistration = (
  tx: Tx,
  row: Registration & Proof & { email_key: string; asker: Buffer },
  seconds: number,
): Promise<object[]> =>
  tx.query(INSERT, [
    row.company_id,
    row.employee_id,
    row.company_name,
    row.first_name,
    row.last_name,
    row.email,
    row.time_zone,
    row.domain,
    row.password_hash,
    row.email_key,
    row.code_hash,
    row.link_hash,
    row.asker,
    seconds,
  ]);

/** In a system transaction: passwords of registrations of this address, newest code first. */
export const findPending = (
  tx: Tx,
  email_key: string,
): Promise<Pick<Registration, 'company_id' | 'employee_id' | 'password_hash'>[]> => tx.query(HASHES, [email_key]);

/** In a system transaction: of the registrations that this browser asked for, the one whose code was sent last to the address. */
export async function findAsked(tx: Tx, email_key: string, asker: Buffer): Promise<Waiting | undefined> {
  return (await tx.query<Waiting>(NEWEST, [email_key, asker]))[0];
}

/** In a system transaction. */
export async function findByLink(tx: Tx, link_hash: Buffer): Promise<Waiting | undefined> {
  return (await tx.query<Waiting>(BY_LINK, [link_hash]))[0];
}

/** Locked until the commit: tries are counted one at a time, and only one of many proofs succeeds. */
export async function lockRegistration(tx: Tx): Promise<WaitingRow | undefined> {
  return (await tx.query<WaitingRow>(LOCK, [tx.company_id]))[0];
}

export const countTry = (tx: Tx): Promise<object[]> => tx.query(COUNT_TRY, [tx.company_id]);

/** A new code, link and set of tries; undefined, and nothing changed, if the last was sent less than `pause` seconds ago. */
export async function renewProof(
  tx: Tx,
  proof: Proof,
  seconds: number,
  pause: number,
): Promise<Registration | undefined> {
  return (await tx.query<Registration>(RENEW, [tx.company_id, proof.code_hash, proof.link_hash, seconds, pause]))[0];
}

/** From now on its code works in this browser, and in no other one. */
export const moveAsker = (tx: Tx, asker: Buffer): Promise<object[]> => tx.query(ASK, [tx.company_id, asker]);

export const deleteRegistration = (tx: Tx): Promise<object[]> => tx.query(DELETE, [tx.company_id]);
