// What somebody has typed to register a company, so that a page that is loaded anew still knows it. For this tab alone, never the
// password, and no longer than until the company is there.
const KEY = 'registration';

export interface KeptRegistration {
  readonly company_name: string;
  readonly time_zone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}
const FIELDS: readonly (keyof KeptRegistration)[] = ['company_name', 'time_zone', 'first_name', 'last_name', 'email'];

export function keepRegistration(given: KeptRegistration): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, given[field]]))));
  } catch {
    // It is there for as long as the page is.
  }
}

/** Only what is there, and a text. */
export function keptRegistration(): Partial<KeptRegistration> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      FIELDS.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : [])),
    );
  } catch {
    return {};
  }
}

export function forgetRegistration(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Refused storage holds nothing.
  }
}
