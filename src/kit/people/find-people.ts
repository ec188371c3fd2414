// Which people (and spaces) a search finds. Pure: it runs over the names on the device, so it works offline.
import type { Person } from '#contract/people.ts';
import { fullName } from '../ui/format/names.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en');

/** The names on a device are asked for at every key: each is taken apart once. */
const taken = new Map<string, readonly string[]>();
const MANY = 20_000;

function wordsOf(text: string): readonly string[] {
  const known = taken.get(text);
  if (known) return known;
  if (taken.size >= MANY) taken.clear();
  const words = plain(text).split(/[\s-]+/);
  taken.set(text, words);
  return words;
}

/** True for a text that has all words of the query as beginnings of words. Accents, case and order do not count. */
export function matcher(query: string): (text: string) => boolean {
  const words = plain(query)
    .split(/[\s-]+/)
    .filter(Boolean);
  if (!words.length) return () => true;
  return (text) => words.every((word) => wordsOf(text).some((part) => part.startsWith(word)));
}

/** Everyone whose name or position fits, by name. `everyAccount`: ended accounts, too. */
export function findPeople(people: Iterable<Person>, query: string, everyAccount = false): Person[] {
  const fits = matcher(query);
  const found = [...people].filter(
    (person) => (everyAccount || isReachable(person)) && fits(`${fullName(person)} ${person.position_title}`),
  );
  return found.sort((a, b) => fullName(a).localeCompare(fullName(b), 'en'));
}

/** Who can be written to, invited, chosen: accounts that are not ended. */
export const isReachable = ({ employee_account_status: status }: Person): boolean =>
  status === 'ACTIVE' || status === 'INVITED';
