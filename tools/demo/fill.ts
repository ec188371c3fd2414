// Fills a database with Brackenford, all of it or nothing.
import { v7 as uuid } from 'uuid';
import type { App } from '#server/app.ts';
import { findByEmail } from '#server/features/people/service.ts';
import { attend } from './attend.ts';
import { cast } from './cast.ts';
import { createDesk } from './desk.ts';
import { found, hashPasswords, OWNER_ADDRESS, TIME_ZONE } from './found.ts';
import { places } from './places.ts';
import { plan } from './plan.ts';
import { createRandom } from './random.ts';
import { settle } from './settle.ts';
import { tell } from './tell.ts';

const SEED = 20_251_120;

export interface Filled {
  readonly people: number;
  readonly spaces: number;
  readonly messages: number;
}

/** What was made, or null if it is there already. `now` in milliseconds. */
export async function fill(
  { context: { db }, features }: Pick<App, 'context' | 'features'>,
  now = Date.now(),
): Promise<Filled | null> {
  const there = await db.system((tx) => findByEmail(tx, OWNER_ADDRESS));
  if (there.length) return null;
  const random = createRandom(SEED);
  const planned = plan(now, random);
  const hashes = await hashPasswords();
  await db.company(uuid(), async (tx) => {
    const as = createDesk({ features }, tx);
    const founded = await found(tx, as, hashes);
    await settle(tx, await tell(planned, founded, as), founded, random);
    await attend(tx, TIME_ZONE, now, random);
  });
  return { people: cast.length, spaces: places.length, messages: planned.length };
}
