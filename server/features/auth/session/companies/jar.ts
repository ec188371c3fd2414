// All sessions that one browser holds: the one in use in its own cookie (../cookie.ts), the parked ones in a second, at most
// five. Both are HttpOnly and go to /api/auth alone. Each secret belongs to its row, which has only its hash, and whenever somebody
// goes from one company to another all of them are replaced.
//
// The next secret is made out of the one before, by a key in the row. So whoever asks twice, or many times at once, or has lost the
// answer, is given the very same, and stays in. Once the new one was shown, the one before is worth nothing; used minutes later it
// was copied from somewhere, and what it was for ends. Looking alone ends nothing: a browser may have lost a cookie, too.
import { randomBytes } from 'node:crypto';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { OpenCall } from '../../../../platform/feature.ts';
import { IDLE_SECONDS } from '../../repo/session-repo.ts';
import { followingSecret, hashOf, isSecret } from '../../secrets.ts';
import { type HeldCookie, readCookie } from '../cookie.ts';
import { STALE_AFTER_MS } from '../rotation.ts';
import { type HeldRow, hasToken, lockHeld, markShown, rotate } from './jar-repo.ts';

/** More than that in one browser: the one that was left longest ago goes. */
export const MAX_PARKED = 5;
const NAME = 'limelight_parked';
const ENTRY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;
/** So many answers can be lost, or overtake each other, before a browser is not known any more. */
const MAX_BEHIND = 40;

/** A session of this browser that is not over. */
export interface Kept extends HeldRow {
  /** The running one, also if the browser has shown the one before. */
  readonly secret: string;
  /** It stands in the cookie of the one in use. */
  readonly in_use: boolean;
  /** The browser has not got the running secret yet. */
  readonly behind: boolean;
}

export interface Jar {
  readonly kept: readonly Kept[];
  /** What was shown is old: nothing is to be told or changed. */
  readonly stale: boolean;
  /** Shown so late that it must be somebody else: to be ended, but not by who only looks. */
  readonly stolen: readonly HeldRow[];
}

type Entry = Pick<HeldCookie, 'session_id' | 'secret'>;

function parkedIn({ cookies }: OpenCall): Entry[] {
  const entries = (cookies[NAME] ?? '').split('~', MAX_PARKED).map((text) => ENTRY.exec(text));
  return entries.flatMap((found) => (found ? [{ session_id: found[1] ?? '', secret: found[2] ?? '' }] : []));
}

export const giveParked = (call: OpenCall, parked: readonly Entry[]): void => {
  const text = parked.map(({ session_id, secret }) => `${session_id}.${secret}`).join('~');
  call.setCookie(NAME, text, text ? IDLE_SECONDS : 0);
};

/** True if the browser holds anything at all: without, there is nothing to look up. */
export const holdsAny = (call: OpenCall): boolean => readCookie(call) !== undefined || parkedIn(call).length > 0;

/** In a system transaction: what this browser holds, under the locks of all of it. */
export async function openJar(tx: Tx, call: OpenCall): Promise<Jar> {
  const using = readCookie(call);
  const shown = new Map<string, Entry>(parkedIn(call).map((entry) => [entry.session_id, entry]));
  if (using) shown.set(using.session_id, using);
  const rows = shown.size ? await lockHeld(tx, [...shown.keys()]) : [];
  const kept: Kept[] = [];
  const stale: HeldRow[] = [];
  for (const row of rows) {
    const found = follow(row, shown.get(row.session_id)?.secret ?? '');
    if (!found) continue;
    if (found.behind && row.since_shown_ms !== null) stale.push(row);
    else kept.push({ ...row, ...found, in_use: row.session_id === using?.session_id });
  }
  if (stale.length) return { kept: [], stale: true, stolen: await stolenOf(tx, call, stale) };
  const arrived = kept.filter(({ behind }) => !behind).map(({ session_id }) => session_id);
  if (arrived.length) await markShown(tx, arrived);
  return { kept, stale: false, stolen: [] };
}

/** But the one whose token comes along: its own browser has lost what it had been given (a write of the cookie, a copy put back). */
async function stolenOf(tx: Tx, { headers }: OpenCall, stale: readonly HeldRow[]): Promise<HeldRow[]> {
  const token = headers[sessionHeaders.access_token] ?? '';
  const late = stale.filter(({ since_shown_ms }) => (since_shown_ms ?? 0) > STALE_AFTER_MS);
  const stolen: HeldRow[] = [];
  for (const row of late) if (!isSecret(token) || !(await hasToken(tx, row, hashOf(token)))) stolen.push(row);
  return stolen;
}

/** The running secret, if what was shown is that or one of those before. */
function follow({ secret_hash, follow_key }: HeldRow, shown: string): Pick<Kept, 'secret' | 'behind'> | undefined {
  if (!isSecret(shown)) return undefined;
  if (secret_hash.equals(hashOf(shown))) return { secret: shown, behind: false };
  let secret = shown;
  for (let step = 0; follow_key && step < MAX_BEHIND; step++) {
    secret = followingSecret(follow_key, secret);
    if (secret_hash.equals(hashOf(secret))) return { secret, behind: true };
  }
  return undefined;
}

/**
 * In use, and nobody has said that it is to be come back to: the page of it is open, or somebody has logged out without a connection and
 * left the cookie behind. Whoever comes next is not to be led in.
 */
export const isInUse = ({ in_use, parked_at, behind }: Kept): boolean => in_use && parked_at === null && !behind;

/** What may be gone to. */
export const isOffered = (kept: Kept): boolean => kept.status === 'ACTIVE' && !isInUse(kept);

/** With its next secret; `parked`: or in use from now on. */
export async function turn(tx: Tx, kept: Kept, parked: boolean): Promise<Kept> {
  const follow_key = kept.follow_key ?? randomBytes(32);
  const secret = followingSecret(follow_key, kept.secret);
  await rotate(tx, kept, { secret_hash: hashOf(secret), follow_key, parked });
  return { ...kept, follow_key, secret };
}
