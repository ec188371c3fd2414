// Signing in by address and password. Whether an address is known shows neither in the answer nor in its time: only who has
// the right password is told more.
import type { login } from '#contract/auth.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { networkOf } from '../../../platform/http/network.ts';
import type { Deps } from '../deps.ts';
import { guessedMail } from '../mails.ts';
import { findCompany } from '../repo/company-repo.ts';
import { countWrong, forgetWrong, holdCredential, rehash } from '../repo/credential-repo.ts';
import { moveAsker } from '../repo/registration-repo.ts';
import { findBySecret, IDLE_SECONDS } from '../repo/session-repo.ts';
import { challenge, giveChallenge } from '../second-factor/challenge.ts';
import { addressKey, hashOf } from '../secrets.ts';
import { beginSession } from '../session/begin.ts';
import { stow } from '../session/companies/stow.ts';
import { giveCookie, readCookie } from '../session/cookie.ts';
import type { KnownAccount } from '../session/device.ts';
import { rememberDevice } from '../session/remember.ts';
import { type Account, accountsOf, knownCompanies } from './accounts.ts';
import { countGuess, countKnownGuess } from './guess.ts';
import { resendProof } from './proof.ts';

type Input = ParsedOf<typeof login>;
type Known = Account & { readonly password_hash: string };

/** SIGN_IN_FULL with Retry-After if too many wait at the door already. */
export const signIn = (deps: Deps, call: OpenCall, input: Input): Promise<ResponseOf<typeof login>> =>
  deps.door.run(() => counted(deps, call, input), networkOf(call.ip));

/** Behind the door: of a whole company that comes at once from one address few are counted at a time. */
async function counted(deps: Deps, call: OpenCall, input: Input): Promise<ResponseOf<typeof login>> {
  // Before the check, so that guesses sent all at once count as well.
  const giveBack = await countGuess(deps, call.ip, addressKey(input.email_id)).catch((usedUp: unknown) => ({ usedUp }));
  if ('usedUp' in giveBack) return enterKnown(deps, call, input, giveBack.usedUp);
  return enterCounted(giveBack, () => enter(deps, call, input));
}

async function enterCounted<T>(giveBack: () => Promise<void>, attempt: () => Promise<T>): Promise<T> {
  let wrong = false;
  try {
    return await attempt();
  } catch (error) {
    wrong = isWrong(error);
    throw error;
  } finally {
    if (!wrong) await giveBack();
  }
}

const isWrong = (error: unknown): boolean => error instanceof AppError && error.code === 'AUTH_INVALID_CREDENTIALS';

/** Only the accounts that this browser was signed in to; whoever gets into none of them is answered as a stranger is: `usedUp`. */
async function enterKnown(
  deps: Deps,
  call: OpenCall,
  input: Input,
  usedUp: unknown,
): Promise<ResponseOf<typeof login>> {
  for (const account of deps.devices.known(call, input.email_id)) {
    if (input.company_id && account.company_id !== input.company_id) continue;
    const giveBack = await countKnownGuess(deps, call.ip, account).catch(() => undefined);
    if (!giveBack) continue;
    try {
      return await enterCounted(giveBack, () => enter(deps, call, input, account));
    } catch (error) {
      if (!isWrong(error)) throw error;
    }
  }
  throw usedUp;
}

/** `at`: no other account of the address is looked at. */
async function enter(deps: Deps, call: OpenCall, input: Input, at?: KnownAccount): Promise<ResponseOf<typeof login>> {
  const accounts = await checkPasswords(deps, call, input, at);
  const fitting = accounts.fits;
  const open = fitting.filter((account) => account.state === 'open');
  const [only] = open;
  if (only && open.length === 1) return begin(deps, call, only, input.password);
  if (only) {
    const choice = open.map(({ company_id, company_name, company_logo }) => ({
      company_id,
      company_name,
      company_logo,
    }));
    return { companies: choice.toSorted((a, b) => a.company_name.localeCompare(b.company_name)) };
  }
  const pending = fitting.find((account) => account.state === 'pending');
  if (!pending) {
    // Who has the right password may know which of the two it is.
    const paused = fitting.find(({ suspended }) => suspended);
    throw new AppError('ACCOUNT_INACTIVE', paused ? { data: { company_name: paused.company_name } } : {});
  }
  await bringCode(deps, call, input.email_id, pending.company_id, knownCompanies(accounts.all));
  throw new AppError('AUTH_EMAIL_VERIFICATION_PENDING');
}

/**
 * The code of a registration works in this browser from now on. A new one is mailed as when one is asked for; where no mail is left the
 * last one stays good, with the tries that it has left.
 */
async function bringCode(
  deps: Deps,
  call: OpenCall,
  email_id: string,
  company_id: string,
  known: readonly string[],
): Promise<void> {
  const hasMail = await deps.countMail(addressKey(email_id)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    },
  );
  const way = { mailer: deps.context.mailer, publicUrl: deps.publicUrl };
  const asker = hashOf(deps.askers.remember(call, email_id));
  await deps.context.db.company(company_id, async (tx) => {
    await moveAsker(tx, asker);
    if (hasMail) await resendProof(tx, way, known);
  });
}

/** The accounts that the password opens; AUTH_INVALID_CREDENTIALS if there is none. */
async function checkPasswords(
  deps: Deps,
  call: OpenCall,
  input: Input,
  at: KnownAccount | undefined,
): Promise<{ all: Account[]; fits: Known[] }> {
  const { context, hasher, people } = deps;
  const all = await context.db.system((tx) => accountsOf(tx, people, input.email_id));
  const known = all.filter((account): account is Known => {
    if (account.password_hash === undefined || (at && !isAccount(account, at))) return false;
    return !input.company_id || account.company_id === input.company_id;
  });
  const right = await hasher.fits(
    input.password,
    known.map((account) => account.password_hash),
  );
  const here = deps.devices.known(call, input.email_id);
  const isSpent = (account: Known) =>
    account.failures >= MOST_WRONG && !here.some((device) => isAccount(account, device));
  const fits = known.filter((account, i) => right[i] && !isSpent(account));
  if (fits.length) return { all, fits };
  // One that is right opens nothing any more, and is no guess.
  recordFailure(
    deps,
    known.filter((_, i) => !right[i]),
  );
  throw new AppError('AUTH_INVALID_CREDENTIALS');
}

/** The account that a browser is known for, with the password that it had then. */
const isAccount = (account: Account, known: KnownAccount): boolean =>
  account.company_id === known.company_id &&
  account.employee_id === known.employee_id &&
  account.changed === known.changed;

/**
 * Wrong passwords one after the other, however slowly and from wherever (NIST SP 800-63B): from then on the password opens the account in
 * browsers alone that it was signed in with, until another one is chosen.
 */
const MOST_WRONG = 100;

/** In the companies concerned; not waited for, so that the answer takes as long as for an unknown address. */
function recordFailure({ context, publicUrl, people }: Deps, accounts: readonly Account[]): void {
  for (const { company_id, company_name, employee_id, state } of accounts.filter((one) => one.state !== 'pending')) {
    context.db
      .company(company_id, async (tx) => {
        await audit(tx, company_id, employee_id, 'auth.sign_in_failed');
        const spent = (await countWrong(tx, employee_id)) === MOST_WRONG;
        // Nobody else could choose another one.
        if (!spent || state !== 'open') return;
        const { work_email_id: to, first_name } = await people.profile(tx, employee_id);
        const forgot = `${publicUrl}/password/forgot`;
        await context.mailer.enqueue(tx, {
          to,
          ...guessedMail({ first_name, company_name, most: MOST_WRONG, forgot }),
        });
      })
      .catch((error) => context.log.warn({ err: error }, 'recording a failed sign-in'));
  }
}

async function begin(deps: Deps, call: OpenCall, account: Known, password: string): Promise<ResponseOf<typeof login>> {
  const { company_id, employee_id, password_hash } = account;
  const { db } = deps.context;
  const better = deps.hasher.isCurrent(password_hash) ? undefined : await deps.hasher.hash(password);
  const cookie = readCookie(call);
  const before = cookie && (await db.system((tx) => findBySecret(tx, cookie.session_id, cookie.secret_hash)));
  const begun = await db.company(company_id, async (tx) => {
    // Hashing took a while: the password may be another by now, and company or account may be closed.
    if (!(await holdCredential(tx, employee_id, password_hash))) return undefined;
    if ((await findCompany(tx))?.status !== 'ACTIVE') return undefined;
    if (better) await rehash(tx, employee_id, better);
    await forgetWrong(tx, employee_id);
    return (await challenge(tx, deps, call, employee_id)) ?? beginSession(tx, deps, employee_id, call, before);
  });
  if (!begun) throw new AppError('AUTH_INVALID_CREDENTIALS');
  if ('challenge_id' in begun) {
    giveChallenge(call, begun);
    const { challenge_id, to_set_up, ways } = begun;
    return { second_factor_required: true, challenge_id, to_set_up, ways };
  }
  await stow(deps, call, company_id);
  await rememberDevice(deps, call, begun.session);
  giveCookie(call, begun.opened, IDLE_SECONDS);
  return begun.session;
}
