// What other features ask of auth: invitations, ending sessions, and a company's identity. Signing in itself stands in flows/.
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { invitationMail } from './mails.ts';
import { type CompanyRow, findCompany, updateCompany as update } from './repo/company-repo.ts';
import { deleteCredential, deleteLinks, insertLink, killLinks } from './repo/credential-repo.ts';
import { endAll } from './repo/session-repo.ts';
import { addressKey, hashOf, newSecret } from './secrets.ts';

const INVITATION_SECONDS = 7 * 86_400;

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

/** All sessions of the employee are over from the commit on (but for `except`), their sockets and cached tokens included. */
export async function endSessions(tx: Tx, bus: Bus, employee_id: string, except?: string): Promise<void> {
  const session_ids = await endAll(tx, employee_id, except);
  const { company_id } = tx;
  // Without ids where nothing is spared: a session that is being opened at this moment is then meant, too.
  const which = except === undefined ? {} : { session_ids };
  tx.afterCommit(() => bus.signal({ type: 'sessions_ended', company_id, employee_id, ...which }));
}

/** The person is removed: neither password nor link is left of them. End their sessions besides. */
export async function forget(tx: Tx, employee_id: string): Promise<void> {
  await deleteLinks(tx, employee_id);
  await deleteCredential(tx, employee_id);
}

/** The company's identity. Throws if there is none, which cannot be in a company's transaction. */
export async function loadCompany(tx: Tx): Promise<CompanyRow> {
  return found(await findCompany(tx));
}

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
