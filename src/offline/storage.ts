// The browser's small synchronous storage, and the only place that touches it besides the boot script. It may be missing,
// refuse (private mode), be full or hold rubbish: none of that may stop the app. Large or many things belong in IndexedDB.
import { accountOf } from './databases.ts';

/**
 * `userSession`, `company`, `splashed`: the specification's. `boot`: src/boot. `boot_queries`: the first paint's queries.
 * `device`: features/notifications. `install`: app/settings/install. `first_steps`: features/chat. `leaving`, `untold`: realtime/app.ts, and device/leaving.
 */
export type LocalKey =
  | 'userSession'
  | 'company'
  | 'splashed'
  | 'boot'
  | 'boot_queries'
  | 'device'
  | 'install'
  | 'first_steps'
  | 'leaving'
  | 'untold';

/** The parsed value; undefined if there is none, if it is not JSON, or if storage is refused. */
export function readLocal(key: LocalKey): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The account (databases.ts) is the one that is signed in on this device. */
export function isSignedIn(account: string): boolean {
  const session = readLocal('userSession') as { company_id: string; employee_id: string } | undefined;
  return session !== undefined && accountOf(session) === account;
}

let stopped = false;
/** What leaving itself writes. */
const OF_LEAVING: readonly LocalKey[] = ['leaving', 'untold'];

/** A page whose session is over may not bring back what was wiped, in the moment before it is left. */
export function stopStoring(): void {
  stopped = true;
  try {
    // What it has kept for itself, too.
    sessionStorage.clear();
  } catch {
    // Refused storage holds nothing.
  }
}

/** Stores the value as JSON, or takes the key away for undefined. False if storage refused. */
export function writeLocal(key: LocalKey, value: unknown): boolean {
  if (stopped && value !== undefined && !OF_LEAVING.includes(key)) return false;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What a persister wants of a storage; never throws. */
export const localStorageForPersister = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key: string, value: string): void {
    if (stopped) return;
    try {
      localStorage.setItem(key, value);
    } catch {
      // The next start paints without the company's colours; nothing is lost.
    }
  },
  removeItem(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // See setItem.
    }
  },
};

const NOTICE = 'notice';

/** Leaves an error code for the page that comes next in this tab: why somebody is signed out. */
export function leaveNotice(code: string): void {
  try {
    sessionStorage.setItem(NOTICE, code);
  } catch {
    // Then it is not said.
  }
}

/** The code that was left, once. */
export function takeNotice(): string | null {
  try {
    const code = sessionStorage.getItem(NOTICE);
    sessionStorage.removeItem(NOTICE);
    return code;
  } catch {
    return null;
  }
}

/**
 * Empties both small storages, except for what says nothing about anyone (`splashed`, `install`, light or dark) and what leaving itself goes on by. From then on
 * this page stores nothing more: it is to be left. Whoever is signed in by now, in another tab, keeps what is theirs.
 */
export function wipeLocal(): void {
  if (readLocal('userSession')) return stopStoring();
  const { appearance } = (readLocal('boot') ?? {}) as { appearance?: unknown };
  try {
    for (const key of Object.keys(localStorage))
      if (!['splashed', 'install', ...OF_LEAVING].includes(key)) localStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
  if (typeof appearance === 'string') writeLocal('boot', { appearance });
  stopStoring();
}
