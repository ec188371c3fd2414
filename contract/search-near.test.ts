// What is forgiven in the words of a message, and what of a text is meant then.
import { describe, expect, test } from 'vitest';
import { looseIn, NEARNESSES, nearly } from './search-near.ts';
import { hitsIn, lineOf, snippetOf, wantedOf, wordsIn } from './search-words.ts';

const loose = (query: string) => looseIn(wantedOf(query)).map(({ word }) => word);

/** What is marked in the text, and how many steps away that is; null if it is not found at all. */
function found(query: string, text: string) {
  const wanted = wantedOf(query);
  if (hitsIn(text, wanted)) return 'exactly';
  for (const nearness of NEARNESSES) {
    const meant = nearly(wanted, nearness)?.(lineOf(wordsIn(text)));
    if (!meant) continue;
    const { text: snippet, ranges } = snippetOf(text, meant);
    return [nearness, ...ranges.map(([from, to]) => snippet.slice(from, to))];
  }
  return null;
}

test.each([
  ['recieve', ['recieve']],
  ['teh oevn', ['oevn']],
  ['"recieve" this', ['this']],
  ['"recieve', []],
  ['4711 2026-03-01 10.0.12.1 room1234', []],
  ['well-known https://status.example.com me@mail.example', []],
  ['(recieve), “quoted words”', ['recieve']],
  ['встречп ΣΊΣΥΦΩΣ', ['σισυφωσ', 'встречп']],
  // Of scripts whose letters are not known here, and of two alphabets.
  ['नमस्तेदुनिया 한국어입니다 会議会議 pecиeve', []],
  // The three longest.
  ['this receive that maintenance those', ['maintenance', 'receive', 'those']],
  ['recieve'.repeat(4), []],
  ['', []],
])('slips may be in the words of “%s”', (query, words) => {
  expect(loose(query).toSorted()).toEqual([...words].toSorted());
});

describe('one slip', () => {
  const pairs = [
    ['receive', 'recieve', 'swapped'],
    ['receive', 'erceive', 'swapped at the beginning'],
    ['receive', 'receiev', 'swapped at the end'],
    ['receive', 'receve', 'missing'],
    ['receive', 'eceive', 'missing at the beginning'],
    ['receive', 'reseive', 'wrong'],
    ['receive', 'teceive', 'wrong at the beginning'],
    ['receive', 'receivr', 'wrong at the end'],
    ['receive', 'recceive', 'one too many'],
    ['receive', 'treceive', 'one too many at the beginning'],
    ['receive', 'receivee', 'one too many at the end'],
    ['oven', 'oevn', 'short'],
    ['oven', 'ovenn', 'short, one too many'],
    ['ovens', 'oven', 'a short word that lacks one'],
    ['Zoë’s café', 'caffe', 'folded'],
    ['Встреча', 'встерча', 'Cyrillic'],
    ['Σίσυφος', 'σισιφος', 'Greek'],
  ] as const;
  test.each(pairs)('%s, typed %s: %s', (text, typed) => {
    // Whole, with another word behind it that is exact.
    expect(found(`${typed} here`, `${text} is here`)).toEqual([1, text.split(' ').at(-1), 'here']);
    expect(looseIn(wantedOf(`${typed} here`)).length).toBeGreaterThan(0);
  });

  test('every one of a word is spelled, and nothing that is further away', () => {
    const word = 'planet';
    const spellings = looseIn(wantedOf(`${word} x`))[0]?.spellings ?? new Set();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const expected = new Set<string>();
    for (let at = 0; at <= word.length; at++)
      for (const letter of ['', ...letters]) {
        expected.add(word.slice(0, at) + letter + word.slice(at));
        expected.add(word.slice(0, at) + letter + word.slice(at + 1));
        const [one = '', two = ''] = word.slice(at, at + 2);
        expected.add(word.slice(0, at) + two + one + word.slice(at + 2));
      }
    expected.delete(word);
    expect(spellings).toEqual(expected);
  });

  test.each([
    ['the recie', 'the receipts', [1, 'the', 'receipts']],
    ['maintn', 'no maintenance', [1, 'maintenance']],
    ['aintena', 'no maintenance', [1, 'maintenance']],
    // Four letters are a whole word: too many begin like three.
    ['oevn', 'ovens', null],
    ['quok', 'a quote', null],
  ])('what is still being typed: %s', (query, text, expected) => {
    expect(found(query, text)).toEqual(expected);
  });

  test.each([
    ['teh', 'the', null],
    ['"recieve"', 'receive', null],
    ['e-mial', 'e-mail', null],
    ['room123', 'room124', null],
    ['oven', 'oven', 'exactly'],
    ['oven sael', 'oven seal', [1, 'oven', 'seal']],
    ['oven sael', 'ovens, sealed', null],
    ['oven sael', 'omen seal', null],
    ['oven sael', 'a seal', null],
    ['sael “rye bread”', 'Rye bread with a seal', [1, 'Rye', 'bread', 'seal']],
    ['sael “rye bread”', 'Bread of rye with a seal', null],
    ['e-mail sael', 'the seal by e-mail', [1, 'seal', 'e', 'mail']],
    ['recieve receive', 'receive it', [1, 'receive']],
  ])('%s in “%s”', (query, text, expected) => {
    expect(found(query, text)).toEqual(expected);
  });

  test('all words that may be meant are marked', () => {
    expect(found('plamet x', 'Planet of plates, a planed x')).toEqual([1, 'Planet', 'x']);
    expect(found('plane', 'Plan of planks')).toEqual([1, 'Plan', 'planks']);
  });
});

describe('two slips', () => {
  test.each([
    ['maintainance', 'The maintenance plan', [2, 'maintenance']],
    ['maintainance pla', 'The maintenance plan', [2, 'maintenance', 'pla']],
    ['maintainan', 'The maintenance plan', [2, 'maintenance']],
    ['occurance', 'No occurrences', [2, 'occurrences']],
    ['occurance here', 'No occurrences here', null],
    ['reccomended', 'Recommended', [2, 'Recommended']],
    // Not in the first letters, and not in a shorter word.
    ['miantanence', 'maintenance', null],
    ['planett', 'palnet', null],
    ['recieve tehm', 'receive them', null],
    ['recieve thme', 'receive them', [2, 'receive', 'them']],
    // One is enough where it finds something; this is said of all messages together.
    ['maintenanse', 'maintenance', [1, 'maintenance']],
  ])('%s in “%s”', (query, text, expected) => {
    expect(found(query, text)).toEqual(expected);
  });
});
