// Proving the address, by the digits or the link: only now the company comes into being, with its owner, signed in.
import { timingSafeEqual } from 'node:crypto';
import type { Session, verify } from '#contract/auth.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { insertCompany } from '../repo/company-repo.ts';
import { putCredential } from '../repo/credential-repo.ts';
import {
  countTry,
  deleteRegistration,
  findAsked,
  findByLink,
  lockRegistration,
  type Waiting,
  type WaitingRow,
} from '../repo/registration-repo.ts';
import { IDLE_SECONDS } from '../repo/session-repo.ts';
import { addressKey, hashOf, hashOfCode } from '../secrets.ts';
import { stow } from '../session/companies/stow.ts';
import { giveCookie } from '../session/cookie.ts';
import { type Opened, openSession, presentSession } from '../session/open.ts';
import { rememberDevice } from '../session/remember.ts';
import { accountsOf, knownCompanies } from './accounts.ts';
import { countGuess } from './guess.ts';
import { MAX_TRIES } from './proof.ts';

type Input = ParsedOf<typeof verify>;
type Outcome = { opened: Opened; session: Session } | { refused: string };

export async function verifyAddress(deps: Deps, call: OpenCall, input: Input): Promise<Session> {
  const outcome = 'token' in input ? await byLink(deps, call, input.token) : await byCode(deps, call, input);
  // Thrown out here, after the commit: a wrong try inside would take its own count back.
  if ('refused' in outcome) throw new AppError(outcome.refused);
  await stow(deps, call, outcome.session.company_id);
  await rememberDevice(deps, call, outcome.session);
  giveCookie(call, outcome.opened, IDLE_SECONDS);
  return outcome.session;
}

async function byLink(deps: Deps, call: OpenCall, token: string): Promise<Outcome> {
  const waiting = await deps.context.db.system((tx) => findByLink(tx, hashOf(token)));
  // Unknown, used or replaced: for the person it is a link that no longer works.
  if (!waiting) return { refused: 'AUTH_OTP_EXPIRED' };
  return prove(deps, call, waiting, (row) => {
    if (!row.link_hash.equals(hashOf(token))) return 'AUTH_OTP_EXPIRED';
    return row.expired ? 'AUTH_OTP_EXPIRED' : undefined;
  });
}

async function byCode(deps: Deps, call: OpenCall, input: { email_id: string; otp: string }): Promise<Outcome> {
  const address = addressKey(input.email_id);
  // Guesses of others do not count for who has asked for the code.
  const asked = deps.askers.known(call, address);
  const giveBack = await countGuess(deps, call.ip, address, asked);
  // What fails otherwise was no guess.
  let wrong = false;
  try {
    const outcome = await tryCode(deps, call, { address, otp: input.otp, asked });
    wrong = 'refused' in outcome;
    return outcome;
  } finally {
    if (!wrong) await giveBack();
  }
}

/**
 * Where nobody asked for a code the right one is as good as a wrong one, and neither uses up a try; so it is with the code of a
 * registration that another browser asked for.
 */
async function tryCode(
  deps: Deps,
  call: OpenCall,
  { address, otp, asked }: { address: string; otp: string; asked: string | undefined },
): Promise<Outcome> {
  const waiting =
    asked === undefined ? undefined : await deps.context.db.system((tx) => findAsked(tx, address, hashOf(asked)));
  if (!waiting) return { refused: deps.decoys.isDead(address) ? 'AUTH_OTP_TOO_MANY_ATTEMPTS' : 'AUTH_OTP_INVALID' };
  return prove(deps, call, waiting, (row) => {
    if (row.tries >= MAX_TRIES) return 'AUTH_OTP_TOO_MANY_ATTEMPTS';
    if (!timingSafeEqual(row.code_hash, hashOfCode(row.company_id, otp))) return 'AUTH_OTP_INVALID';
    // Only who has the right digits is told that there was a code.
    return row.expired ? 'AUTH_OTP_EXPIRED' : undefined;
  });
}

/** Under the registration's lock: checks, and if all is well makes the company. */
async function prove(
  deps: Deps,
  call: OpenCall,
  { company_id, email }: Waiting,
  check: (row: WaitingRow) => string | undefined,
): Promise<Outcome> {
  const { db } = deps.context;
  const accounts = await db.system((tx) => accountsOf(tx, deps.people, email));
  return db.company(company_id, async (tx) => {
    const row = await lockRegistration(tx);
    if (!row) return { refused: 'AUTH_OTP_EXPIRED' };
    const refused = check(row);
    if (refused === 'AUTH_OTP_INVALID') await countTry(tx);
    if (refused) return { refused };
    await deleteRegistration(tx);
    if (isRepeat(row.company_name, knownCompanies(accounts))) return { refused: 'AUTH_EMAIL_ALREADY_EXISTS' };
    await found(tx, deps, row);
    const opened = await openSession(tx, row.employee_id, call);
    const session = await presentSession(tx, deps.people, row.employee_id, opened);
    if (!session) throw new Error('The owner was not activated');
    return { opened, session };
  });
}

/**
 * One address may own or join any number of companies: that is a feature, and the person chooses at sign-in. What is refused,
 * and only now that the address is proven, is the same company a second time: the form sent twice, or a colleague's company
 * registered again. Two entries of one name could not be told apart.
 */
function isRepeat(company_name: string, known: readonly string[]): boolean {
  const fold = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return known.some((name) => fold(name) === fold(company_name));
}

async function found(tx: Tx, { people, company }: Deps, row: WaitingRow): Promise<void> {
  const { company_id, employee_id, first_name, last_name, email, time_zone } = row;
  await insertCompany(tx, row.company_name, row.domain);
  await company.createDefaults(tx, { time_zone });
  await people.createOwner(tx, { company_id, employee_id, first_name, last_name, work_email_id: email, time_zone });
  await putCredential(tx, employee_id, row.password_hash);
  await people.activate(tx, employee_id);
  await audit(tx, company_id, employee_id, 'auth.company_registered', {});
}
