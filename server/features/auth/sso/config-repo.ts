// SQL of the tables `sso_config` and `sso_domain`.
import type { Tx } from '../../../platform/db/database.ts';

export interface SsoConfig {
  readonly issuer: string;
  readonly client_id: string;
  /** As it is kept (sealed.ts), '' if there is none. */
  readonly client_secret: string;
  readonly create_accounts: boolean;
  readonly enabled: boolean;
  /** Who has chosen the provider, until an owner has confirmed it: then null. */
  readonly unconfirmed_by: string | null;
}
export interface DomainRow {
  readonly domain: string;
  readonly token: string;
  readonly verified: boolean;
  readonly code_hash: Buffer | null;
  readonly code_tries: number;
  readonly code_expired: boolean;
}

const FIND = `SELECT issuer, client_id, client_secret, create_accounts, enabled, unconfirmed_by FROM sso_config WHERE company_id = $1`;
const PUT = `INSERT INTO sso_config (company_id, issuer, client_id, client_secret, create_accounts, enabled, unconfirmed_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (company_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret = $4, create_accounts = $5, enabled = $6,
    unconfirmed_by = $7, updated_at = now()`;
const DOMAIN = `domain, token, verified_at IS NOT NULL AS verified, code_hash, code_tries, coalesce(code_expires_at <= now(), true) AS code_expired`;
const DOMAINS = `SELECT ${DOMAIN} FROM sso_domain WHERE company_id = $1 ORDER BY domain LIMIT 100`;
const LOCK = `SELECT ${DOMAIN} FROM sso_domain WHERE company_id = $1 AND domain = $2 FOR UPDATE`;
const INSERT = `INSERT INTO sso_domain (company_id, domain, token) VALUES ($1, $2, $3)`;
const CODE = `UPDATE sso_domain SET code_hash = $3, code_tries = 0, code_expires_at = now() + make_interval(secs => $4)
  WHERE company_id = $1 AND domain = $2`;
const COUNT_TRY = 'UPDATE sso_domain SET code_tries = code_tries + 1 WHERE company_id = $1 AND domain = $2';
const VERIFY = `UPDATE sso_domain SET verified_at = now(), code_hash = NULL
  WHERE company_id = $1 AND domain = $2 AND verified_at IS NULL`;
const DELETE = 'DELETE FROM sso_domain WHERE company_id = $1 AND domain = $2 RETURNING domain';
const OWNER = 'SELECT company_id FROM sso_domain WHERE domain = $1 AND verified_at IS NOT NULL';

export async function findConfig(tx: Tx): Promise<SsoConfig | undefined> {
  return (await tx.query<SsoConfig>(FIND, [tx.company_id]))[0];
}

/** The same, and nobody changes it, or comes in by it for the first time, before the commit. */
export async function holdConfig(tx: Tx): Promise<SsoConfig | undefined> {
  return (await tx.query<SsoConfig>(`${FIND} FOR UPDATE`, [tx.company_id]))[0];
}

const SETUP = "SELECT pg_advisory_xact_lock(hashtextextended('sso-setup:' || $1::text, 0))";

/** The same, for who sets it up: also while there is none, of two at once the second finds what the first has made. */
export async function holdSetup(tx: Tx): Promise<SsoConfig | undefined> {
  await tx.query(SETUP, [tx.company_id]);
  return holdConfig(tx);
}

export const putConfig = (tx: Tx, config: SsoConfig): Promise<object[]> =>
  tx.query(PUT, [
    tx.company_id,
    config.issuer,
    config.client_id,
    config.client_secret,
    config.create_accounts,
    config.enabled,
    config.unconfirmed_by,
  ]);

const PUT_SECRET = 'UPDATE sso_config SET client_secret = $3 WHERE company_id = $1 AND client_secret = $2';

/** Only in place of the one that is named. */
export const replaceSecret = (tx: Tx, kept: string, by: string): Promise<object[]> =>
  tx.query(PUT_SECRET, [tx.company_id, kept, by]);

/** By name. */
export const listDomains = (tx: Tx): Promise<DomainRow[]> => tx.query<DomainRow>(DOMAINS, [tx.company_id]);

export async function lockDomain(tx: Tx, domain: string): Promise<DomainRow | undefined> {
  return (await tx.query<DomainRow>(LOCK, [tx.company_id, domain]))[0];
}

export const insertDomain = (tx: Tx, domain: string, token: string): Promise<object[]> =>
  tx.query(INSERT, [tx.company_id, domain, token]);

export const putCode = (tx: Tx, domain: string, code_hash: Buffer, seconds: number): Promise<object[]> =>
  tx.query(CODE, [tx.company_id, domain, code_hash, seconds]);

export const countTry = (tx: Tx, domain: string): Promise<object[]> => tx.query(COUNT_TRY, [tx.company_id, domain]);

/** Throws PostgreSQL's 23505 (`sso_domain_owner`) if another company has proven it. */
export const markVerified = (tx: Tx, domain: string): Promise<object[]> => tx.query(VERIFY, [tx.company_id, domain]);

/** False if there is none. */
export const removeDomain = async (tx: Tx, domain: string): Promise<boolean> =>
  (await tx.query(DELETE, [tx.company_id, domain])).length > 0;

/** In a system transaction: whose domain it is, proven. */
export async function findOwner(tx: Tx, domain: string): Promise<string | undefined> {
  return (await tx.query<{ company_id: string }>(OWNER, [domain]))[0]?.company_id;
}
