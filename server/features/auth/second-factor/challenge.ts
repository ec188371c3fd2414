// The second step of signing in: after the right password a challenge for this browser, and no session until it is answered.
//
// Only who gives a password is asked. Who comes in by company sign-on was asked by the provider, if the company wants that: whatever
// it demands there, we would demand a second time.
import { v7 as uuid } from 'uuid';
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
import { stow } from '../session/companies/stow.ts';
import { giveCookie, readCookie } from '../session/cookie.ts';
import { rememberDevice } from '../session/remember.ts';
import {
  countTry,
  deleteChallenge,
  findChallenge,
  type HeldChallenge,
  insertChallenge,
  lockChallenge,
} from './challenge-repo.ts';
import { takeAnswer } from './check.ts';
import { type Factors, factorsOf, holdFactors } from './factor-repo.ts';
import { passkeysAt } from './passkeys/place.ts';
import { isDemanded } from './policy-repo.ts';

const CHALLENGE_SECONDS = 600;
const MAX_TRIES = 5;
const COOKIE = 'limelight_second';

/** What the browser is given besides its challenge: another one that learns of it can do nothing with it. */
export interface Challenge {
  readonly challenge_id: string;
  readonly browser: string;
  /** There is none yet, and the company demands one: door.ts. */
  readonly to_set_up: boolean;
  /** What it can be answered with, or else what can be set up, besides recovery codes. */
  readonly ways: ('passkey' | 'totp')[];
}

/** In the transaction that found the password right; undefined if no second factor is set up, and nobody demands one. */
export async function challenge(
  tx: Tx,
  deps: Deps,
  call: OpenCall,
  employee_id: string,
): Promise<Challenge | undefined> {
  const factors = await factorsOf(tx, employee_id);
  const to_set_up = !factors.totp && !factors.passkeys;
  if (to_set_up && !(await isDemanded(tx))) return undefined;
  const challenge_id = newSecret();
  // Another tab of this browser may be at it, too.
  const held = call.cookies[COOKIE] ?? '';
  const browser = isSecret(held) ? held : newSecret();
  const hashes = { challenge_hash: hashOf(challenge_id), browser_hash: hashOf(browser) };
  const setup_id = to_set_up ? uuid() : null;
  await insertChallenge(tx, { ...hashes, employee_id, setup_id }, CHALLENGE_SECONDS);
  return { challenge_id, browser, to_set_up, ways: waysOf(deps, to_set_up ? undefined : factors) };
}

/** Without `has`: all that there is. */
function waysOf({ publicUrl }: Deps, has: Factors = { totp: true, passkeys: 1 }): Challenge['ways'] {
  const byPasskey = has.passkeys > 0 && passkeysAt(publicUrl) !== undefined;
  return [...(byPasskey ? (['passkey'] as const) : []), ...(has.totp ? (['totp'] as const) : [])];
}

export const giveChallenge = (call: OpenCall, { browser }: Challenge): void =>
  call.setCookie(COOKIE, browser, CHALLENGE_SECONDS);

export const answerChallenge = (
  deps: Deps,
  call: OpenCall,
  input: ParsedOf<typeof answerSecondFactor>,
): Promise<Session> =>
  passChallenge(deps, call, input.challenge_id, ({ tx, employee_id, hash }) =>
    takeAnswer(tx, deps, employee_id, input, { session_id: null, made_for: hash }),
  );

/** The one whose challenge it is, under its lock. */
export interface AtDoor {
  readonly tx: Tx;
  readonly employee_id: string;
  readonly held: HeldChallenge;
  /** Of the challenge. */
  readonly hash: Buffer;
}

/** Whose challenge this is, of this browser. AUTH_OTP_EXPIRED. */
export async function challenged(
  { context }: Deps,
  call: OpenCall,
  challenge_id: string,
): Promise<{ company_id: string; employee_id: string; hash: Buffer }> {
  const browser = call.cookies[COOKIE] ?? '';
  const hash = hashOf(challenge_id);
  const known = isSecret(challenge_id) && isSecret(browser);
  const found = known && (await context.db.system((tx) => findChallenge(tx, hash, hashOf(browser))));
  if (!found) throw new AppError('AUTH_OTP_EXPIRED');
  return { ...found, hash };
}

/** Begins the session if `check` says that the answer is right; a wrong one is counted and recorded. */
export async function passChallenge(
  deps: Deps,
  call: OpenCall,
  challenge_id: string,
  check: (door: AtDoor) => Promise<boolean>,
): Promise<Session> {
  const { db } = deps.context;
  const { company_id, employee_id, hash } = await challenged(deps, call, challenge_id);
  // Counted before the check, and for the person: who has the password can have any number of challenges.
  await deps.countSecond(employee_id);
  const cookie = readCookie(call);
  const before = cookie && (await db.system((tx) => findBySecret(tx, cookie.session_id, cookie.secret_hash)));
  const work = async (tx: Tx): Promise<Begun | { refused: string }> => {
    await holdFactors(tx, employee_id);
    const held = await lockChallenge(tx, hash);
    if (!held) return { refused: 'AUTH_OTP_EXPIRED' };
    if (held.tries >= MAX_TRIES) return { refused: 'AUTH_OTP_TOO_MANY_ATTEMPTS' };
    if (!(await check({ tx, employee_id, held, hash }))) {
      await countTry(tx, hash);
      await audit(tx, company_id, employee_id, 'auth.second_factor_refused');
      return { refused: 'AUTH_OTP_INVALID' };
    }
    await deleteChallenge(tx, hash);
    if ((await findCompany(tx))?.status !== 'ACTIVE') throw new AppError('ACCOUNT_INACTIVE');
    return beginSession(tx, deps, employee_id, call, before);
  };
  const outcome = await db.company(company_id, work).catch(async (error: unknown) => {
    // Too late, or failed: no guess.
    await deps.countSecond(employee_id, -1);
    throw error;
  });
  // Thrown after the commit: a wrong try would take its own count back.
  if ('refused' in outcome) throw new AppError(outcome.refused);
  await deps.countSecond(employee_id, -1);
  call.setCookie(COOKIE, '', 0);
  await stow(deps, call, company_id);
  await rememberDevice(deps, call, outcome.session);
  giveCookie(call, outcome.opened, IDLE_SECONDS);
  return outcome.session;
}
