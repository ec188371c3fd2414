// SQL of the table `passkey_ceremony`: what an authenticator was asked for, once and for minutes.
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';

const SECONDS = 300;
/** Whoever is told to answer within `SECONDS` is not given one that ends much earlier. */
const SECONDS_LEFT = 240;

/** To make a passkey, or to prove that one has one. `removed`: nothing is asked, it is only remembered that one was taken away. */
export type Kind = 'make' | 'prove' | 'removed';

export interface Ceremony {
  readonly challenge: Buffer;
  readonly user_handle: Buffer;
}

const FIND = `SELECT challenge, user_handle FROM passkey_ceremony
  WHERE company_id = $1 AND made_for = $2 AND kind = $3 AND employee_id = $4 AND expires_at > now() + make_interval(secs => $5)`;
const PUT = `INSERT INTO passkey_ceremony (company_id, made_for, kind, employee_id, challenge, user_handle, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${SECONDS} seconds')
  ON CONFLICT (company_id, made_for, kind) DO UPDATE SET employee_id = $4, challenge = $5, user_handle = $6,
    expires_at = excluded.expires_at`;
const TAKE = `DELETE FROM passkey_ceremony WHERE company_id = $1 AND made_for = $2 AND kind = $3
  RETURNING challenge, user_handle, employee_id = $4 AS own, expires_at <= now() AS late`;
const DELETE_ALL = 'DELETE FROM passkey_ceremony WHERE company_id = $1 AND employee_id = $2';

export const SECONDS_TO_ANSWER = SECONDS;

/** The one that can be answered still. */
export async function findCeremony(
  tx: Tx,
  made_for: Buffer,
  kind: Kind,
  employee_id: string,
  seconds_left = 0,
): Promise<Ceremony | undefined> {
  return (await tx.query<Ceremony>(FIND, [tx.company_id, made_for, kind, employee_id, seconds_left]))[0];
}

/** The one that is handed back to who begins it again: a moment ago. */
export const findYoung = (tx: Tx, made_for: Buffer, kind: Kind, employee_id: string): Promise<Ceremony | undefined> =>
  findCeremony(tx, made_for, kind, employee_id, SECONDS_LEFT);

/** Begins it, or answers with the one that was begun for the same a moment ago. Under `holdFactors`, or the lock of the challenge. */
export async function beginCeremony(
  tx: Tx,
  given: Ceremony & { made_for: Buffer; kind: Kind; employee_id: string },
): Promise<Ceremony> {
  const { made_for, kind, employee_id, challenge, user_handle } = given;
  const begun = await findYoung(tx, made_for, kind, employee_id);
  if (!begun) await tx.query(PUT, [tx.company_id, made_for, kind, employee_id, challenge, user_handle]);
  return begun ?? { challenge, user_handle };
}

/** Ends it, whatever becomes of the answer. Undefined if there is none, or it is somebody else's; AUTH_OTP_EXPIRED if it is too old. */
export async function takeCeremony(
  tx: Tx,
  made_for: Buffer,
  kind: Kind,
  employee_id: string,
): Promise<Ceremony | undefined> {
  const values = [tx.company_id, made_for, kind, employee_id];
  const [row] = await tx.query<Ceremony & { own: boolean; late: boolean }>(TAKE, values);
  if (!row?.own) return undefined;
  if (row.late) throw new AppError('AUTH_OTP_EXPIRED');
  return row;
}

export const deleteCeremonies = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE_ALL, [tx.company_id, employee_id]);
