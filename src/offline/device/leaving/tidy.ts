// What a leaving has left, at a start: what was cut short or took too long goes on here, beside whatever is shown. Loaded where a
// device is not blank.
import type { Session } from '#contract/auth.ts';
import { readMirror, writeMirror } from '../../session-mirror.ts';
import { readLocal, writeLocal } from '../../storage.ts';
import { sweep } from './sweep.ts';

/** Milliseconds. Nobody waits for it. */
const PATIENCE_MS = 300_000;

const isLeft = (): boolean => readLocal('leaving') === 'rest';

/** `account`: who is signed in, whose own is spared. `api`: for the mirror of whoever signs in meanwhile. Never rejects. */
export async function tidy(account: string | null, api?: string): Promise<void> {
  const found = await sweep(account);
  if (!isLeft() && (account || !found)) return;
  // Should this page go in the middle of it: by then nothing else may tell.
  if (!account && !readLocal('leaving')) writeLocal('leaving', 'rest');
  // Without its code, and a connection to fetch it, the next start does it.
  const done = await (account ? forgetShown() : forget()).catch(() => false);
  if (done && isLeft()) writeLocal('leaving', undefined);
  const session = readLocal('userSession') as Session | undefined;
  if (session && api && !(await readMirror())) await writeMirror(session, api);
}

const forget = async (): Promise<boolean> => (await import('./scrub.ts')).forget(true, false, PATIENCE_MS, true);

/** The databases are in use. A push that comes in these seconds may not be shown (sw/push.ts); who is here sees what it tells of. */
const forgetShown = async (): Promise<boolean> => (await import('./scrub-notifications.ts')).scrubNotifications();
