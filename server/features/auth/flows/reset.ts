// Links that set a password: asked for by mail, or sent as an invitation. Each works once.
import type { requestReset, reset } from '#contract/auth.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { Employee } from '#contract/people.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { changedMail } from '../mails.ts';
import { checkPassword, type PasswordRule } from '../passwords/strength.ts';
import { findProfile } from '../ports.ts';
import {
  consumeLink,
  findLink,
  hasRecentLink,
  killLinks,
  type LinkRow,
  purposesOf,
  putCredential,
} from '../repo/credential-repo.ts';
import { killChallenges } from '../second-factor/challenge-repo.ts';
import { addressKey, hashOf } from '../secrets.ts';
import { endSessions, loadCompany, mailPasswordLink } from '../service.ts';
import { type Account, accountsOf, sharedSalt } from './accounts.ts';
import { atLeast } from './pace.ts';

const PAUSE_SECONDS = 60;
/** Companies of one address that are written to at a time. */
const MAX_COMPANIES = 10;

/** A link by mail for each company that the address is in, for the passwords are the companies' own. Tells nothing. */
export async function sendResetLinks(deps: Deps, { email_id }: ParsedOf<typeof requestReset>): Promise<null> {
  // Apart from the mails of registering: of an address without an account nobody would see that strangers use them up.
  await deps.countMail(`reset ${addressKey(email_id)}`);
  return atLeast(async () => {
    const accounts = await deps.context.db.system((tx) => accountsOf(tx, deps.people, email_id));
    for (const account of accounts.filter(({ state }) => state === 'open').slice(0, MAX_COMPANIES)) {
      await deps.context.db.company(account.company_id, (tx) => sendLink(tx, deps, account));
    }
    return null;
  });
}

async function sendLink(tx: Tx, { context, people, publicUrl }: Deps, account: Account): Promise<void> {
  const { company_name, employee_id } = account;
  if (await hasRecentLink(tx, employee_id, PAUSE_SECONDS)) return;
  const person = await findProfile(tx, people, employee_id);
  if (!person) return;
  const { first_name, work_email_id } = person;
  const to = { employee_id, email: work_email_id, first_name, company_name, public_url: publicUrl };
  await mailPasswordLink(tx, context.mailer, to, 'oneself');
}

/** Sets the password, the first one of an invitation too, and ends all sessions. Signs nobody in. */
export async function resetPassword(deps: Deps, input: ParsedOf<typeof reset>): Promise<null> {
  if (input.password !== input.confirm_password) throw new AppError('AUTH_PASSWORD_MISMATCH');
  const { context, hasher } = deps;
  const hash = hashOf(input.token);
  const link = await context.db.system((tx) => findLink(tx, hash));
  if (!link) throw new AppError('AUTH_OTP_EXPIRED');
  const { rule, email } = await context.db.company(link.company_id, (tx) => ruleFor(tx, deps, link), 'snapshot');
  checkPassword(input.password, rule);
  const accounts = await context.db.system((tx) => accountsOf(tx, deps.people, email));
  const password_hash = await hasher.hash(input.password, sharedSalt(hasher, accounts));
  await context.db.company(link.company_id, (tx) => setPassword(tx, deps, hash, password_hash));
  return null;
}

/** What the company asks of the password. AUTH_OTP_EXPIRED if the account may no longer use its link. */
const ruleFor = async (tx: Tx, deps: Deps, link: LinkRow) =>
  passwordRule(tx, deps, await usable(tx, deps.people, link));

/** What the company asks of a person's password, and their address. */
export async function passwordRule(
  tx: Tx,
  { company }: Deps,
  person: Pick<Employee, 'first_name' | 'last_name' | 'work_email_id'>,
): Promise<{ rule: PasswordRule; email: string }> {
  const [{ company_name }, { password_min_length }] = await Promise.all([loadCompany(tx), company.settingsOf(tx)]);
  const { first_name, last_name, work_email_id: email } = person;
  const words = [company_name, first_name, last_name, email.slice(0, email.lastIndexOf('@'))];
  return { rule: { minimum: password_min_length, words }, email };
}

async function setPassword(tx: Tx, deps: Deps, hash: Buffer, password_hash: string): Promise<void> {
  const { context, people, publicUrl } = deps;
  // Of many at once one gets the link; the others wait here and find it used.
  const link = await consumeLink(tx, hash);
  if (!link) throw new AppError('AUTH_OTP_EXPIRED');
  const { employee_id } = link;
  const { first_name, work_email_id } = await usable(tx, people, link);
  await killLinks(tx, employee_id);
  // Before the sessions are ended: a sign-in with the old password, under way at this moment, is then either among them or refused.
  await putCredential(tx, employee_id, password_hash);
  await killChallenges(tx, employee_id);
  await endSessions(tx, context.bus, employee_id);
  await audit(tx, tx.company_id, employee_id, 'auth.password_set', { by: link.purpose });
  if (link.purpose === 'invitation') return people.activate(tx, employee_id);
  const { company_name } = await loadCompany(tx);
  const mail = changedMail({ first_name, company_name, sign_in: `${publicUrl}/`, signed_out: 'everywhere' });
  await context.mailer.enqueue(tx, { to: work_email_id, ...mail });
}

/** The person of the link. It is dead once the account is switched off or has another address; the invited have only their invitation. */
async function usable(
  tx: Tx,
  people: Deps['people'],
  { employee_id, purpose, email_key }: Omit<LinkRow, 'company_id'>,
) {
  const [person, company] = await Promise.all([findProfile(tx, people, employee_id), loadCompany(tx)]);
  const open = person && purposesOf(person.employee_account_status).includes(purpose);
  if (!open || company.status !== 'ACTIVE') throw new AppError('AUTH_OTP_EXPIRED');
  if (addressKey(person.work_email_id) !== email_key) throw new AppError('AUTH_OTP_EXPIRED');
  return person;
}
