// What somebody has typed to register a company, so that a page that is loaded anew still knows it. For this tab alone, never the
// password; until the company is there, or somebody leaves the app here, or for an hour.
const KEY = 'registration';
const SENT = 'registration_sent';
const KEPT_MS = 3_600_000;

export interface KeptRegistration {
  readonly company_name: string;
  readonly time_zone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}
const FIELDS: readonly (keyof KeptRegistration)[] = ['company_name', 'time_zone', 'first_name', 'last_name', 'email'];

export function keepRegistration(given: KeptRegistration): void {
  keep(KEY, Object.fromEntries(FIELDS.map((field) => [field, given[field]])));
}

/** Only what is there, and a text. */
export function keptRegistration(): Partial<KeptRegistration> {
  const kept = keptAs(KEY);
  return Object.fromEntries(FIELDS.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : [])));
}

/** The company is there: what was typed to register it is of no more use. */
export function forgetRegistration(): void {
  forget(KEY);
  forget(SENT);
}

/** The code to register with went to this address; empty: another one is meant now. */
export const keepSentTo = (email: string): void => (email ? keep(SENT, { email }) : forget(SENT));

/** Empty if no code was asked for here. */
export function sentTo(): string {
  const { email } = keptAs(SENT);
  return typeof email === 'string' ? email : '';
}

function keep(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...value, at: Date.now() }));
  } catch {
    // It is there for as long as the page is.
  }
}

function keptAs(key: string): Readonly<Record<string, unknown>> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Readonly<Record<string, unknown>>;
    return Date.now() - Number(kept['at']) < KEPT_MS ? kept : {};
  } catch {
    return {};
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
}
