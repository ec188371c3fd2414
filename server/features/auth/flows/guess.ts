// Guesses at the door: counted for the address that they are made for, known or not, and for where they come from.
import type { Deps } from '../deps.ts';

/** Counts one; returns the way to take it back, for what was none. TOO_MANY_REQUESTS, and then nothing is counted. */
export async function countGuess(
  { countFailure, countFrom }: Pick<Deps, 'countFailure' | 'countFrom'>,
  ip: string,
  address: string,
): Promise<() => Promise<void>> {
  await countFailure(address);
  try {
    await countFrom(ip);
  } catch (error) {
    await countFailure(address, -1);
    throw error;
  }
  return async () => {
    await countFailure(address, -1);
    await countFrom(ip, -1);
  };
}
