// Who it is that the provider has sent: by what never changes there; by the address once, to tie the two together; or somebody new.
import { v7 as uuid } from 'uuid';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { killLinks } from '../repo/credential-repo.ts';
import { domainOf } from './begin.ts';
import { holdConfig, listDomains, type SsoConfig } from './config-repo.ts';
import { findIdentity, hasIdentity, insertIdentity, type Subject } from './login-repo.ts';
import type { Answered } from './provider.ts';

/**
 * AUTH_SSO_OUTSIDE_DOMAIN without an address that the provider vouches for, in a domain that the company has proven.
 * AUTH_RECORD_NOT_FOUND for somebody whom the company does not know, where accounts are not made for them. AUTH_SSO_FAILED for an
 * address whose person is somebody else at this provider. AUTH_SSO_UNCONFIRMED: see `isReached`.
 */
export async function admit(tx: Tx, deps: Deps, config: SsoConfig, answered: Answered): Promise<string> {
  const { email, subject } = answered;
  const at = email === undefined ? '' : domainOf(email);
  const domains = await listDomains(tx);
  if (!email || !domains.some(({ verified, domain }) => verified && domain === at))
    throw new AppError('AUTH_SSO_OUTSIDE_DOMAIN');
  const identity = { issuer: config.issuer, subject };
  const employee_id =
    (await findIdentity(tx, identity)) ?? (await tie(tx, deps, config, { answered, email, identity }));
  if (!isReached(config, employee_id)) throw new AppError('AUTH_SSO_UNCONFIRMED');
  return employee_id;
}

/**
 * Whoever answers for addresses can come in as anybody. So a provider that no owner has confirmed lets nobody in but who has chosen it, for
 * trying it out.
 */
export const isReached = ({ unconfirmed_by }: SsoConfig, employee_id: string): boolean =>
  unconfirmed_by === null || unconfirmed_by === employee_id;

interface Newcomer {
  readonly answered: Answered;
  readonly email: string;
  readonly identity: Subject;
}

async function tie(tx: Tx, deps: Deps, config: SsoConfig, { answered, email, identity }: Newcomer): Promise<string> {
  // One at a time: of two tabs in which somebody comes in for the first time, the second finds what the first has made.
  const now = await holdConfig(tx);
  if (now?.issuer !== config.issuer || now.client_id !== config.client_id)
    throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  const meanwhile = await findIdentity(tx, identity);
  if (meanwhile) return meanwhile;
  const employee_id = (await byAddress(tx, deps, config, email)) ?? (await create(tx, deps, config, answered, email));
  await insertIdentity(tx, identity, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.sso_linked', { employee_id });
  return employee_id;
}

async function byAddress(tx: Tx, { people }: Deps, { issuer }: SsoConfig, email: string): Promise<string | undefined> {
  const found = (await people.findByEmail(tx, email)).find(({ company_id }) => company_id === tx.company_id);
  if (!found) return undefined;
  const { employee_id, employee_account_status } = found;
  if (await hasIdentity(tx, issuer, employee_id)) throw new AppError('AUTH_SSO_FAILED');
  if (employee_account_status === 'INVITED') {
    // The address is proven: that is what the mail of an invitation is for. Whoever finds its link later sets no password with it.
    await people.activate(tx, employee_id);
    await killLinks(tx, employee_id);
  } else if (employee_account_status !== 'ACTIVE') throw new AppError('ACCOUNT_INACTIVE');
  return employee_id;
}

async function create(
  tx: Tx,
  { people, company }: Deps,
  { create_accounts }: SsoConfig,
  { first_name, last_name }: Answered,
  email: string,
): Promise<string> {
  if (!create_accounts) throw new AppError('AUTH_RECORD_NOT_FOUND');
  const employee_id = uuid();
  const { time_zone } = await company.settingsOf(tx);
  const name = { first_name: first_name || email.slice(0, email.indexOf('@')).slice(0, 80), last_name };
  await people.admit(tx, { employee_id, ...name, work_email_id: email, time_zone });
  await audit(tx, tx.company_id, employee_id, 'auth.sso_account_created', { employee_id });
  return employee_id;
}
