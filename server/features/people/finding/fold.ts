// How names and search words are compared: without case, accents and apostrophes. Nothing of the database belongs in here.

/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** `Łukasz O’Brien-Åström` → `lukasz obrien-astrom`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`´]/gu, '')
    .replace(/[ßæœøđðþłħı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** How e-mail addresses are compared: case does not count. */
export const emailKey = (address: string): string => address.normalize('NFC').trim().toLowerCase();

/** What a person is found by. */
export const searchText = (person: {
  first_name: string;
  last_name: string;
  position_title: string;
  work_email: string;
}): string => [person.first_name, person.last_name, person.position_title, person.work_email].map(fold).join(' ');

/** What a person is found by besides, by whoever sees it. */
export const skillsText = (skills: readonly string[]): string => skills.map(fold).join(' ');

/** A search text → one LIKE pattern a word, all of which must match. At most ten words count. */
export function patterns(query: string | undefined): string[] {
  const words = fold(query ?? '')
    .split(' ')
    .filter(Boolean);
  return words.slice(0, 10).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
