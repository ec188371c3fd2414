// SQL of the tables `sso_login` (logins under way), `sso_identity` (who is who at the provider) and `sso_session`.
import type { Tx } from '../../../platform/db/database.ts';

export interface PendingLogin {
  readonly nonce: string;
  readonly verifier: string;
  /** The app's own, where it was begun. */
  readonly origin: string;
  readonly issuer: string;
  readonly client_id: string;
  /** The session that the browser had then. */
  readonly replaces: string | null;
  /** The session in which its person says once more who they are: nobody is to be let in. Null: somebody signs in. */
  readonly proves: string | null;
  /** The page of the app to which whoever proves goes back. */
  readonly back: string;
}

/** `seconds`: since it was begun. */
export type TakenLogin = PendingLogin & { readonly company_id: string; readonly seconds: number };

const INSERT = `INSERT INTO sso_login (company_id, state_hash, browser_hash, nonce, verifier, origin, issuer, client_id, replaces, proves, back, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(secs => $12))`;
// One statement decides: of many at once, one gets it. Another browser than the one that began it does not, and does not use it up.
const TAKE = `DELETE FROM sso_login WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
  RETURNING company_id, nonce, verifier, origin, issuer, client_id, replaces, proves, back,
    (extract(epoch FROM now() - created_at))::float8 AS seconds`;

export const insertLogin = (
  tx: Tx,
  hashes: { state_hash: Buffer; browser_hash: Buffer },
  login: PendingLogin,
  seconds: number,
): Promise<object[]> => {
  const { nonce, verifier, origin, issuer, client_id, replaces, proves, back } = login;
  const { state_hash, browser_hash } = hashes;
  const values = [
    state_hash,
    browser_hash,
    nonce,
    verifier,
    origin,
    issuer,
    client_id,
    replaces,
    proves,
    back,
    seconds,
  ];
  return tx.query(INSERT, [tx.company_id, ...values]);
};

/** In a system transaction: uses it up. Undefined if it is unknown, too old, used, or another browser's. */
export async function takeLogin(tx: Tx, state_hash: Buffer, browser_hash: Buffer): Promise<TakenLogin | undefined> {
  return (await tx.query<TakenLogin>(TAKE, [state_hash, browser_hash]))[0];
}

const FIND = 'SELECT employee_id FROM sso_identity WHERE company_id = $1 AND issuer = $2 AND subject = $3';
const HAS = 'SELECT 1 FROM sso_identity WHERE company_id = $1 AND issuer = $2 AND employee_id = $3';
const TIE = 'INSERT INTO sso_identity (company_id, issuer, subject, employee_id) VALUES ($1, $2, $3, $4)';
const COUNT = 'SELECT count(*)::integer AS known FROM sso_identity WHERE company_id = $1 AND employee_id = $2';
const FORGET = 'DELETE FROM sso_identity WHERE company_id = $1 AND employee_id = $2';

export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** Who this is in the company. */
export async function findIdentity(tx: Tx, { issuer, subject }: Subject): Promise<string | undefined> {
  return (await tx.query<{ employee_id: string }>(FIND, [tx.company_id, issuer, subject]))[0]?.employee_id;
}

/** True if the person is somebody at this issuer already. */
export const hasIdentity = async (tx: Tx, issuer: string, employee_id: string): Promise<boolean> =>
  (await tx.query(HAS, [tx.company_id, issuer, employee_id])).length > 0;

export const insertIdentity = (tx: Tx, { issuer, subject }: Subject, employee_id: string): Promise<object[]> =>
  tx.query(TIE, [tx.company_id, issuer, subject, employee_id]);

/** At how many issuers the person is somebody. */
export async function countIdentities(tx: Tx, employee_id: string): Promise<number> {
  return (await tx.query<{ known: number }>(COUNT, [tx.company_id, employee_id]))[0]?.known ?? 0;
}

export const deleteIdentities = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(FORGET, [tx.company_id, employee_id]);

export interface SsoSession {
  /** Empty: the provider has none. */
  readonly end_session_endpoint: string;
  readonly client_id: string;
  /** As it is kept (sealed.ts). */
  readonly id_token: string;
  readonly origin: string;
}

const KEEP = `INSERT INTO sso_session (company_id, session_id, end_session_endpoint, client_id, id_token, origin)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const TAKE_SESSION = `DELETE FROM sso_session WHERE company_id = $1 AND session_id = $2
  RETURNING end_session_endpoint, client_id, id_token, origin`;
const FORGET_TOKENS = `DELETE FROM sso_session WHERE company_id = $1 AND session_id IN (
  SELECT session_id FROM session WHERE company_id = $1 AND employee_id = $2)`;

export const insertSsoSession = (tx: Tx, session_id: string, given: SsoSession): Promise<object[]> =>
  tx.query(KEEP, [
    tx.company_id,
    session_id,
    given.end_session_endpoint,
    given.client_id,
    given.id_token,
    given.origin,
  ]);

/** What is needed to sign out at the provider, once. */
export async function takeSsoSession(tx: Tx, session_id: string): Promise<SsoSession | undefined> {
  return (await tx.query<SsoSession>(TAKE_SESSION, [tx.company_id, session_id]))[0];
}

/** What the provider has said of the person in their sessions. */
export const deleteIdTokens = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(FORGET_TOKENS, [tx.company_id, employee_id]);
