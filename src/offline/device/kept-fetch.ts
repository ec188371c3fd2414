// Which reading of the HR system goes on at the server, so that a page that was left or loaded anew goes on asking about it. For this
// tab alone.
const KEY = 'finch_fetch';
/** By then whatever came of it is of no use: people were changed since. Milliseconds. */
const KEPT_MS = 3_600_000;

interface Kept {
  readonly account: string;
  readonly import_id: string;
  readonly since: number;
}

/** `account`: of databases.ts. */
export function keepFetch(account: string, import_id: string): void {
  const kept: Kept = { account, import_id, since: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It goes on for as long as the page is open.
  }
}

export function forgetFetch(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Refused storage holds nothing.
  }
}

/** The import_id of what this account began to fetch, and has no answer about. */
export function keptFetch(account: string): string | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    const age = Date.now() - Number(kept?.since);
    return kept?.account === account && age >= 0 && age < KEPT_MS ? kept.import_id : undefined;
  } catch {
    return undefined;
  }
}
