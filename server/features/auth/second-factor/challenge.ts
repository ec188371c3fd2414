// The second step of signing in: after the right password a challenge for this browser, and no session until it is answered.
//
// Only who gives a password is asked. Who comes in by company sign-on was asked by the provider, if the company wants that: whatever
// it demands there, we would demand a second time.
import type { answerSecondFactor } from '#contract/auth/second-factor.ts';
import type { Session } from '#contract/auth.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { findCompany } from '../repo/company-repo.ts';
import { findBySecret, IDLE_SECONDS } from '../repo/session-repo.ts';
import { hashOf, isSecret, newSecret } from '../secrets.ts';
import { type Begun, beginSession } from '../session/begin.ts';
import { giveCookie, readCookie } from '../session/cookie.ts';
import { countTry, deleteChallenge, findChallenge, insertChallenge, lockChallenge } from './challenge-repo.ts';
import { takeAnswer } from './check.ts';
import { secondFactorSince } from './factor-repo.ts';

const CHALLENGE_SECONDS = 600;
const MAX_TRIES = 5;
const COOKIE = 'limelight_second';

/** What the browser is given besides its challenge: another one that learns of it can do nothing with it. */
export interface Challenge {
  readonly challenge_id: string;
  readonly browser: string;
}

/** In the transaction that found the password right; undefined if no second factor is set up. */
export async function challenge(tx: Tx, call: OpenCall, employee_id: string): Promise<Challenge | undefined> {
  if ((await secondFactorSince(tx, employee_id)) === undefined) return undefined;
  const challenge_id = newSecret();
  // Another tab of this browser may be at it, too.
  const held = call.cookies[COOKIE] ?? '';
  const browser = isSecret(held) ? held : newSecret();
  const hashes = { challenge_hash: hashOf(challenge_id), browser_hash: hashOf(browser) };
  await insertChallenge(tx, hashes, employee_id, CHALLENGE_SECONDS);
  return { challenge_id, browser };
}

export const giveChallenge = (call: OpenCall, { browser }: Challenge): void =>
  call.setCookie(COOKIE, browser, CHALLENGE_SECONDS);

type Input = ParsedOf<typeof answerSecondFactor>;

export async function answerChallenge(deps: Deps, call: OpenCall, input: Input): Promise<Session> {
  const { db } = deps.context;
  const browser = call.cookies[COOKIE] ?? '';
  const hash = hashOf(input.challenge_id);
  const known = isSecret(input.challenge_id) && isSecret(browser);
  const found = known && (await db.system((tx) => findChallenge(tx, hash, hashOf(browser))));
  if (!found) throw new AppError('AUTH_OTP_EXPIRED');
  const { company_id, employee_id } = found;
  // Counted before the check, and for the person: who has the password can have any number of challenges.
  await deps.countSecond(employee_id);
  const cookie = readCookie(call);
  const before = cookie && (await db.system((tx) => findBySecret(tx, cookie.session_id, cookie.secret_hash)));
  const outcome = await db.company(company_id, async (tx): Promise<Begun | { refused: string }> => {
    const tries = await lockChallenge(tx, hash);
    if (tries === undefined) return { refused: 'AUTH_OTP_EXPIRED' };
    if (tries >= MAX_TRIES) return { refused: 'AUTH_OTP_TOO_MANY_ATTEMPTS' };
    if (!(await takeAnswer(tx, deps, employee_id, input))) {
      await countTry(tx, hash);
      await audit(tx, company_id, employee_id, 'auth.second_factor_refused');
      return { refused: 'AUTH_OTP_INVALID' };
    }
    await deleteChallenge(tx, hash);
    if ((await findCompany(tx))?.status !== 'ACTIVE') throw new AppError('ACCOUNT_INACTIVE');
    return beginSession(tx, deps, employee_id, call, before);
  });
  // Thrown after the commit: a wrong try would take its own count back.
  if ('refused' in outcome) throw new AppError(outcome.refused);
  await deps.countSecond(employee_id, -1);
  call.setCookie(COOKIE, '', 0);
  giveCookie(call, outcome.opened, IDLE_SECONDS);
  return outcome.session;
}
