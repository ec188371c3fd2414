// What a leaving has left, at a start: what was cut short or took too long goes on here, beside whatever is shown. Loaded where a
// device is not blank.
import { readLocal, writeLocal } from '../../storage.ts';
import { sweep } from './sweep.ts';

/** Milliseconds. Nobody waits for it. */
const PATIENCE_MS = 300_000;

const isLeft = (): boolean => readLocal('leaving') === 'rest';

/** `account`: who is signed in, whose own is spared. Never rejects. */
export async function tidy(account: string | null): Promise<void> {
  const found = await sweep(account);
  if (!isLeft() && (account || !found)) return;
  // Without its code, and a connection to fetch it, the next start does it.
  const done = await (account ? forgetShown() : forget()).catch(() => false);
  if (done && isLeft()) writeLocal('leaving', undefined);
}

const forget = async (): Promise<boolean> => (await import('./scrub.ts')).forget(true, false, PATIENCE_MS);

/** The databases are in use. */
const forgetShown = async (): Promise<boolean> => (await import('./scrub-notifications.ts')).scrubNotifications();
