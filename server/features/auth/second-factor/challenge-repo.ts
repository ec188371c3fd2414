// SQL of the table `sign_in_challenge`: sign-ins whose password was right and whose second step is to come.
import type { Tx } from '../../../platform/db/database.ts';

const INSERT = `INSERT INTO sign_in_challenge (company_id, challenge_hash, browser_hash, employee_id, setup_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`;
const FIND = `SELECT company_id, employee_id FROM sign_in_challenge
  WHERE challenge_hash = $1 AND browser_hash = $2 AND expires_at > now()`;
const LOCK = `SELECT tries, setup_id FROM sign_in_challenge
  WHERE company_id = $1 AND challenge_hash = $2 AND expires_at > now() FOR UPDATE`;
const COUNT_TRY = 'UPDATE sign_in_challenge SET tries = tries + 1 WHERE company_id = $1 AND challenge_hash = $2';
const DELETE = 'DELETE FROM sign_in_challenge WHERE company_id = $1 AND challenge_hash = $2';
const DELETE_ALL = 'DELETE FROM sign_in_challenge WHERE company_id = $1 AND employee_id = $2';

export const insertChallenge = (
  tx: Tx,
  given: { challenge_hash: Buffer; browser_hash: Buffer; employee_id: string; setup_id: string | null },
  seconds: number,
): Promise<object[]> => {
  const { challenge_hash, browser_hash, employee_id, setup_id } = given;
  return tx.query(INSERT, [tx.company_id, challenge_hash, browser_hash, employee_id, setup_id, seconds]);
};

export interface ChallengeRow {
  readonly company_id: string;
  readonly employee_id: string;
}

/** In a system transaction: whose it is. Undefined if it is unknown, too old, or another browser's. */
export async function findChallenge(tx: Tx, challenge: Buffer, browser: Buffer): Promise<ChallengeRow | undefined> {
  return (await tx.query<ChallengeRow>(FIND, [challenge, browser]))[0];
}

export interface HeldChallenge {
  /** How often it was answered wrongly. */
  readonly tries: number;
  /** Not null: the factor is to be set up. */
  readonly setup_id: string | null;
}

/** Undefined if it is gone. Others that answer it wait until the commit. */
export async function lockChallenge(tx: Tx, challenge: Buffer): Promise<HeldChallenge | undefined> {
  return (await tx.query<HeldChallenge>(LOCK, [tx.company_id, challenge]))[0];
}

export const countTry = (tx: Tx, challenge: Buffer): Promise<object[]> =>
  tx.query(COUNT_TRY, [tx.company_id, challenge]);

export const deleteChallenge = (tx: Tx, challenge: Buffer): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, challenge]);

/** Whoever gave the person's password up to now has to give it again. */
export const killChallenges = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE_ALL, [tx.company_id, employee_id]);
