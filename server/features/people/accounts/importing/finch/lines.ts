// People of an HR system → lines as a file has them, so that they are judged like these. Pure.
import type { ImportField } from '#contract/people/spreadsheet/importing.ts';
import { emailKey } from '../../../finding/fold.ts';
import { cleanCell, type Line } from '../reading/read-file.ts';
import type { Found } from './finch-api.ts';

/** The headings are those of our own files. */
export const finchColumns: readonly { readonly heading: string; readonly field: ImportField }[] = [
  { heading: 'First name', field: 'first_name' },
  { heading: 'Last name', field: 'last_name' },
  { heading: 'Work e-mail', field: 'work_email_id' },
  { heading: 'Job title', field: 'position_title' },
  { heading: 'Department', field: 'department' },
  { heading: "Manager's e-mail", field: 'manager_email' },
  { heading: 'Location', field: 'location' },
  { heading: 'Phone number', field: 'phone_number' },
  { heading: 'Birth date', field: 'birth_date' },
  { heading: 'Joining date', field: 'joining_date' },
];

const NO_ANSWER = 'Finch could not read all of this person: try again later';
const NO_ADDRESS = 'The HR system has no work e-mail of this person';
const NO_MANAGER = 'Finch could not read their manager: try again later';
const LEFT = 'They have left, the HR system says. Nothing changes here: remove them by hand';

const ENDED: ReadonlySet<string | null | undefined> = new Set(['terminated', 'retired', 'deceased']);

function hasLeft({ listed, employment }: Found): boolean {
  const active = listed.is_active ?? employment?.is_active;
  return active === null || active === undefined ? ENDED.has(employment?.employment_status) : !active;
}

/** Of several addresses or numbers the first that belongs to work: what is somebody's own is not for colleagues. */
const ofWork = (all: readonly { data: string | null; type: string | null }[] | null | undefined): string =>
  cleanCell(all?.find(({ data, type }) => type === 'work' && data?.trim())?.data ?? '');

/** Half hidden by some systems, such as 1990-**-**. */
const day = (text: string | null | undefined): string => /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? '';

/** As people are called; some systems put the whole name there. */
function firstName({ listed, individual }: Found, last: string): string {
  const preferred = cleanCell(individual?.preferred_name ?? '');
  const short = last && preferred.endsWith(` ${last}`) ? preferred.slice(0, -last.length).trim() : preferred;
  return short || cleanCell(individual?.first_name || listed.first_name || '');
}

/** Never the street: of who works at home that is where they live. */
function placeOf({ employment }: Found): string {
  const { name, city, state, country } = employment?.location ?? {};
  const town = [city, state].flatMap((part) => cleanCell(part ?? '') || []).join(', ');
  return cleanCell(name ?? '') || town || cleanCell(country ?? '');
}

/** `isHere`: whether somebody has this address (its key) and an account that works. Who has left and is nobody here is left out. */
export function linesOf(all: readonly Found[], isHere: (key: string) => boolean): Line[] {
  const staying = all.filter((one) => !hasLeft(one));
  const addresses = new Map(staying.map((one) => [one.listed.id, ofWork(one.individual?.emails)]));
  // Their reports would come in without a manager, as if there were none.
  const unread = new Set(staying.flatMap(({ listed, individual }) => (individual ? [] : listed.id)));
  // Who came back may stand there twice.
  const kept = new Set([...addresses.values()].map(emailKey));
  const shown = all.filter((one) => {
    if (!hasLeft(one)) return true;
    const key = emailKey(ofWork(one.individual?.emails));
    return key !== '' && !kept.has(key) && isHere(key);
  });
  return shown.map((one, at) => {
    const cells = cellsOf(one, addresses);
    const problem = problemOf(one) ?? (unread.has(managerOf(one)) ? NO_MANAGER : undefined);
    return { row: at + 1, cells, ...(problem && { problem }) };
  });
}

function problemOf(one: Found): string | undefined {
  if (hasLeft(one)) return LEFT;
  if (!one.individual || !one.employment) return NO_ANSWER;
  return ofWork(one.individual.emails) ? undefined : NO_ADDRESS;
}

/** The id; empty for who has none. */
function managerOf({ listed, employment }: Found): string {
  const id = employment?.manager?.id ?? listed.manager?.id ?? '';
  return id === listed.id ? '' : id;
}

/** In the order of the columns. A manager who has left, or has no address, is none. */
function cellsOf(one: Found, addresses: ReadonlyMap<string, string>): string[] {
  const { listed, individual, employment } = one;
  const last = cleanCell(individual?.last_name || listed.last_name || '');
  return [
    firstName(one, last),
    last,
    ofWork(individual?.emails),
    cleanCell(employment?.title ?? ''),
    cleanCell(employment?.department?.name || listed.department?.name || ''),
    addresses.get(managerOf(one)) ?? '',
    placeOf(one),
    ofWork(individual?.phone_numbers),
    day(individual?.dob),
    day(employment?.start_date),
  ];
}

/** The addresses of whom it would matter to know whether they are here. */
export const keysOfLeft = (all: readonly Found[]): string[] =>
  all.filter(hasLeft).flatMap(({ individual }) => emailKey(ofWork(individual?.emails)) || []);
