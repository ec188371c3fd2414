// Guesses at the door: counted for the address that they are made for, known or not, and for where they come from.
// What comes from a browser that its owner has signed in with is counted apart: strangers lock nobody out.
import type { Deps } from '../deps.ts';

/** `device`: session/device.ts. Counts one; returns the way to take it back, for what was none. TOO_MANY_REQUESTS, and then nothing is counted. */
export async function countGuess(
  { countFailure, countFrom }: Pick<Deps, 'countFailure' | 'countFrom'>,
  ip: string,
  address: string,
  device?: string,
): Promise<() => Promise<void>> {
  const whose = device === undefined ? address : `${address}\n${device}`;
  await countFailure(whose);
  try {
    await countFrom(ip);
  } catch (error) {
    await countFailure(whose, -1);
    throw error;
  }
  return async () => {
    await countFailure(whose, -1);
    await countFrom(ip, -1);
  };
}
