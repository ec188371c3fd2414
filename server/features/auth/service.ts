// What other features ask of auth: invitations, ending sessions, and a company's identity. Signing in itself stands in flows/.
import { domainToASCII } from 'node:url';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { factorResetMail, invitationMail, resetMail } from './mails.ts';
import {
  type CompanyRow,
  findCompany,
  insertCompany,
  setStatus,
  updateCompany as update,
} from './repo/company-repo.ts';
import {
  countLinks,
  deleteCredential,
  deleteLinks,
  hasInvitation,
  insertLink,
  killLinks,
  purposesOf,
} from './repo/credential-repo.ts';
import { deleteSealKeys } from './repo/seal-repo.ts';
import { endAll, findLiving, findOver, forgetWhereabouts } from './repo/session-repo.ts';
import { killChallenges } from './second-factor/challenge-repo.ts';
import { deleteSecondFactor, holdFactors } from './second-factor/factor-repo.ts';
import { addressKey, hashOf, newSecret } from './secrets.ts';
import { findConfig, listDomains } from './sso/config-repo.ts';
import { deleteIdentities, deleteIdTokens } from './sso/login-repo.ts';

export { appUrl } from './deps.ts';
export { harmless, type Letter, letter } from './mails.ts';
export { createHasher, type Hasher } from './passwords/hasher.ts';
export { checkPassword } from './passwords/strength.ts';
export { countLiving as countSessions } from './repo/session-repo.ts';
export { addressKey, hashOf, isSecret, newSecret } from './secrets.ts';
export { countIdentities } from './sso/login-repo.ts';

const INVITATION_SECONDS = 7 * 86_400;
const RESET_SECONDS = 30 * 60;

/** To whom a mail goes, and from which company. */
export interface Invitation {
  readonly employee_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly company_name: string;
  /** Origin under which people open the app. */
  readonly public_url: string;
}

/** Mails a link, good for 7 days, that sets the first password and makes the account ACTIVE. Earlier links stop working. */
export async function invite(tx: Tx, mailer: Mailer, invitation: Invitation): Promise<void> {
  const { employee_id, email } = invitation;
  const token = newSecret();
  await killLinks(tx, employee_id);
  const kind = { purpose: 'invitation', seconds: INVITATION_SECONDS } as const;
  await insertLink(tx, { hash: hashOf(token), employee_id, email_key: addressKey(email), ...kind });
  const link = `${invitation.public_url}/password/reset/${token}`;
  await mailer.enqueue(tx, { to: email, ...invitationMail({ ...invitation, link }) });
}

/** Mails a link, good for half an hour, that sets another password and ends all sessions. `by`: who has asked for it. */
export async function mailPasswordLink(
  tx: Tx,
  mailer: Mailer,
  { employee_id, email, first_name, company_name, public_url }: Invitation,
  by: 'oneself' | 'administrator',
): Promise<void> {
  const token = newSecret();
  const email_key = addressKey(email);
  await insertLink(tx, { hash: hashOf(token), employee_id, purpose: 'reset', email_key, seconds: RESET_SECONDS });
  const mail = resetMail({ first_name, company_name, link: `${public_url}/password/reset/${token}`, by });
  await mailer.enqueue(tx, { to: email, ...mail });
}

/** True if a mail with a link that still works went to this address of the person. */
export const isInvited = (tx: Tx, employee_id: string, email: string): Promise<boolean> =>
  hasInvitation(tx, employee_id, addressKey(email));

/** How many links that were mailed to the person would still set a password. */
export const countWorkingLinks = (tx: Tx, employee_id: string, email: string, status: string): Promise<number> =>
  countLinks(tx, employee_id, addressKey(email), purposesOf(status));

/** True if the person with this address can come in by company sign-on: then no mail has to prove the address. */
export async function comesBySso(tx: Tx, email: string): Promise<boolean> {
  if (!(await findConfig(tx))?.enabled) return false;
  const at = domainToASCII(addressKey(email).split('@').at(-1) ?? '');
  return (await listDomains(tx)).some(({ verified, domain }) => verified && domain === at);
}

/** Signing in asks for no second factor until the person sets one up again, and a mail tells them. False if it asked for none. */
export async function takeSecondFactor(tx: Tx, mailer: Mailer, person: Invitation): Promise<boolean> {
  const { employee_id, email, public_url } = person;
  await holdFactors(tx, employee_id);
  await killChallenges(tx, employee_id);
  if (!(await deleteSecondFactor(tx, employee_id))) return false;
  await mailer.enqueue(tx, {
    to: email,
    ...factorResetMail({ ...person, settings: `${public_url}/settings/security` }),
  });
  return true;
}

/**
 * All sessions of the employee are over from the commit on (but for `except`), their sockets and cached tokens included. Answers how
 * many had not run out by themselves.
 */
export async function endSessions(tx: Tx, bus: Bus, employee_id: string, except?: string): Promise<number> {
  const over = await endAll(tx, employee_id, except);
  const { company_id } = tx;
  // Without ids where nothing is spared: a session that is being opened at this moment is then meant, too.
  const which = except === undefined ? {} : { session_ids: over.map(({ session_id }) => session_id) };
  tx.afterCommit(() => bus.signal({ type: 'sessions_ended', company_id, employee_id, ...which }));
  return over.filter(({ lived }) => lived).length;
}

/** Which of these sessions are in use: neither ended, expired nor parked for another company, in a company that may be used. */
export async function livingSessions(tx: Tx, session_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const [company, living] = await Promise.all([findCompany(tx), findLiving(tx, session_ids)]);
  return company?.status === 'ACTIVE' ? living : new Set();
}

/** In a system transaction: which of these sessions, of whatever companies, are not in use (`livingSessions`). */
export async function overSessions(tx: Tx, session_ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await findOver(tx, session_ids)).map(({ session_id }) => session_id));
}

/**
 * The person leaves: nothing that was begun leads in any more, at the company's provider neither, and it is forgotten where they
 * were. Their password and second factor stay for when they come back. End their sessions besides.
 */
export async function endAccess(tx: Tx, employee_id: string): Promise<void> {
  await deleteLinks(tx, employee_id);
  await killChallenges(tx, employee_id);
  await deleteIdentities(tx, employee_id);
  await deleteIdTokens(tx, employee_id);
  await forgetWhereabouts(tx, employee_id);
}

/** The person, who has left, is erased: no password and no key is left of them. */
export async function forget(tx: Tx, employee_id: string): Promise<void> {
  await holdFactors(tx, employee_id);
  await endAccess(tx, employee_id);
  await deleteCredential(tx, employee_id);
  await deleteSecondFactor(tx, employee_id);
  await deleteSealKeys(tx, employee_id);
}

/** The company's identity. Throws if there is none, which cannot be in a company's transaction. */
export async function loadCompany(tx: Tx): Promise<CompanyRow> {
  return found(await findCompany(tx));
}

/**
 * Of a suspended company nothing goes out, nothing is changed or removed by itself: what waits is done once it is served again. What was
 * promised to people goes on: who has left is erased when their time is over, and copies of one's own data are made.
 */
export const isServed = async (tx: Tx): Promise<boolean> => (await loadCompany(tx)).status === 'ACTIVE';

/** A company that nobody has registered: its configuration and owner are for the caller to make. */
export const foundCompany = (tx: Tx, company_name: string): Promise<object[]> => insertCompany(tx, company_name, null);

/**
 * Suspended: nobody gets in, and whose sockets are open is out, from the commit on. The sessions live on, so that everything is as
 * it was once it is ACTIVE again. False, and nothing told, if it is so already.
 */
export async function setCompanyStatus(tx: Tx, bus: Bus, status: CompanyRow['status']): Promise<boolean> {
  if (!(await setStatus(tx, status))) return false;
  const { company_id } = tx;
  const type = status === 'SUSPENDED' ? 'company_suspended' : 'actors_changed';
  tx.afterCommit(() => bus.signal({ type, company_id }));
  return true;
}

/** The same; undefined if there is none. */
export const seekCompany = findCompany;

/** Changes what is given; `company_logo: null` takes the logo away. Emits nothing: the caller does. */
export async function updateCompany(
  tx: Tx,
  change: { company_name?: string | undefined; company_logo?: string | null | undefined },
): Promise<CompanyRow> {
  return found(await update(tx, change));
}

function found(row: CompanyRow | undefined): CompanyRow {
  if (!row) throw new Error('There is no such company');
  return row;
}
