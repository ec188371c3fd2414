// Where somebody wanted to go, while they are at another site to sign in. For this tab alone, and once.
const KEY = 'next';

export function leaveNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, next);
  } catch {
    // They will land on the home page.
  }
}

export function takeNext(): string | undefined {
  try {
    const next = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return next;
  } catch {
    return undefined;
  }
}
