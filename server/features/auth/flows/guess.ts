// Guesses at the door: counted for the address that they are made for, known or not, and for where they come from.
// Where strangers have used that up a browser that was signed in with goes on trying its own account: they lock nobody out.
// In an open session they are counted for the person, apart from those at the door.
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import type { KnownAccount } from '../session/device.ts';

type Counters = Pick<Deps, 'countFailure' | 'countKnown' | 'countFrom'>;
type GiveBack = () => Promise<void>;

/**
 * Counts one; returns the way to take it back, for what was none. TOO_MANY_REQUESTS, and then nothing is counted.
 * `asker`: session/asker.ts, counted apart.
 */
export const countGuess = (counters: Counters, ip: string, address: string, asker?: string): Promise<GiveBack> =>
  countBoth(counters.countFailure, counters.countFrom, ip, asker === undefined ? address : `${address}\n${asker}`);

/** The same for an account in the browsers that it was signed in with: all of them together. */
export const countKnownGuess = (
  { countKnown, countFrom }: Counters,
  ip: string,
  { company_id, employee_id }: KnownAccount,
): Promise<GiveBack> => countBoth(countKnown, countFrom, ip, `${company_id}\n${employee_id}`);

async function countBoth(
  count: Counters['countFailure'],
  countFrom: Counters['countFrom'],
  ip: string,
  whose: string,
): Promise<GiveBack> {
  await count(whose);
  try {
    await countFrom(ip);
  } catch (error) {
    await count(whose, -1);
    throw error;
  }
  return async () => {
    await count(whose, -1);
    await countFrom(ip, -1);
  };
}

/**
 * The password in an open session, which `check` refuses with AUTH_PASSWORD_INVALID. Counted before, so that guesses sent all at once count
 * as well; by the person, whose address may be changed meanwhile. What fails for another reason was no guess.
 */
export async function countInside<T>(
  { countProof }: Pick<Deps, 'countProof'>,
  employee_id: string,
  check: () => Promise<T>,
): Promise<T> {
  await countProof(employee_id);
  let wrong = false;
  try {
    return await check();
  } catch (error) {
    wrong = error instanceof AppError && error.code === 'AUTH_PASSWORD_INVALID';
    throw error;
  } finally {
    if (!wrong) await countProof(employee_id, -1);
  }
}
