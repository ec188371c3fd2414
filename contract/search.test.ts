// What is typed, how words and names are compared, and what is shown of a text.
import { describe, expect, test } from 'vitest';
import { isLikeName } from './search.ts';
import { slipsTo } from './search-names.ts';
import { parseTyped, withoutOperator } from './search-query.ts';
import { hitsIn, isEnough, snippetOf, wantedOf, wordsIn } from './search-words.ts';

describe('what is typed', () => {
  const parsed = (text: string) => {
    const { words, operators } = parseTyped(text);
    return [words, Object.fromEntries(operators.map(({ name, value }) => [name, value]))];
  };

  test.each([
    ['oven seal', ['oven seal', {}]],
    ['from:amara oven', ['oven', { from: 'amara' }]],
    ['oven from:@amara', ['oven', { from: 'amara' }]],
    ['from:"Amara Nwosu" in:"Mill Lane crew" seal', ['seal', { from: 'Amara Nwosu', in: 'Mill Lane crew' }]],
    ['HAS:Link before:2026-03-01 after:2026-01-31', ['', { has: 'Link', before: '2026-03-01', after: '2026-01-31' }]],
    ['has:image menu has:FILE', ['menu', { has: 'FILE' }]],
    ['from:a from:b', ['', { from: 'b' }]],
    // What nobody understands is no word, either.
    ['before:soon has:idea x', ['x', { before: 'soon', has: 'idea' }]],
    ['from: in:"" after:@ x', ['x', { from: '', in: '', after: '' }]],
    ['after:"last week" x', ['x', { after: 'last week' }]],
    // Still being typed.
    ['x from:"Amara Nw', ['x', { from: 'Amara Nw' }]],
    // No operators: in the middle of a word, and with something behind the quote.
    ['http://in:80 login:me from:"a"b', ['http://in:80 login:me from:"a"b', {}]],
    ['from:“Amara Nwosu” in:«bake house»', ['', { from: 'Amara Nwosu', in: 'bake house' }]],
    // A phrase is one, whatever stands in it.
    ['"rye bread" in:mill', ['"rye bread"', { in: 'mill' }]],
    ['"a note from:ada" from:ben', ['"a note from:ada"', { from: 'ben' }]],
    ['5" pipe from:ada 6"', ['5" pipe 6"', { from: 'ada' }]],
  ])('%s', (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  test('an operator can be taken out again', () => {
    const text = 'red from:"Amara N" seal';
    const [operator] = parseTyped(text).operators;
    expect(operator && withoutOperator(text, operator)).toBe('red seal');
  });

  test.each(['kwa', 'Kwame Mensah', "O'Brien", 'Núñez-Ståhl', '张伟'])('“%s” looks like a name', (text) => {
    expect(isLikeName(text)).toBe(true);
  });
  test.each(['', 'oven 3', 'who has the key', 'a@b.example', 'https://x'])('“%s” does not', (text) => {
    expect(isLikeName(text)).toBe(false);
  });
});

describe('words', () => {
  test.each([
    ['Łukasz O’Brien-Åström', ['lukasz', 'obrien', 'astrom']],
    ['192.168.1.20', ['192', '168', '1', '20']],
    ['https://x.example/a?b=C_d', ['https', 'x', 'example', 'a', 'b', 'c', 'd']],
    ['张伟 ok', ['张', '伟', 'ok']],
    ['👍 fine👍', ['fine']],
    ['STRAẞE İstanbul ﬁn', ['strasse', 'istanbul', 'fin']],
    [' ?! ', []],
  ])('of “%s”', (text, words) => {
    expect(wordsIn(text).map(({ word }) => word)).toEqual(words);
  });

  test('know where they stand', () => {
    const text = 'a 👍 Zoë’s ﬁn';
    expect(wordsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(['a', 'Zoë’s', 'ﬁn']);
    // The mark is a character of its own.
    const apart = 'x Zoe\u0308 y';
    expect(wordsIn(apart).map(({ from, to }) => apart.slice(from, to))).toEqual(['x', 'Zoe\u0308', 'y']);
  });

  test('two letters are enough, or one that is a word', () => {
    expect(['hr', '7', '张', 'a b c d', 'a', '?'].map((query) => isEnough(wantedOf(query)))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('hits: all words, the last as far as typed, together what was typed together', () => {
    const found = (text: string, query: string) => {
      const hits = hitsIn(text, wantedOf(query));
      return hits && hits.map(({ from, to }) => text.slice(from, to));
    };
    expect(found('Ask Kwame, ask', 'ask kwa')).toEqual(['Ask', 'Kwa', 'ask']);
    expect(found('Ask Kwame', 'kwam ask')).toBeNull();
    expect(found('the e-mail and the mail', 'e-ma')).toEqual(['e', 'ma', 'ma']);
    expect(found('e and mail', 'e-mail')).toBeNull();
    expect(found('Zoë’s ﬁnal', 'zoes fi')).toEqual(['Zoë’s', 'ﬁ']);
    expect(found('an e-mailing, no mail', 'e-mail no')).toBeNull();
  });

  test.each([
    ['"rye bread"', ['rye', 'bread'], ['Rye', 'bread']],
    ['“RYE bréad”', ['rye', 'bread'], ['Rye', 'bread']],
    ['"rye bre"', ['rye', 'bre'], null],
    // Not closed: it is still being typed.
    ['"rye bre', ['rye', 'bre'], ['Rye', 'bre']],
    ['"bread rye"', ['bread', 'rye'], null],
    ['"the rye"', ['the', 'rye'], null],
    ['warm "rye bread"', ['warm', 'rye', 'bread'], ['Rye', 'bread', 'warm', 'warm']],
    ['"rye bread" war', ['rye', 'bread', 'war'], ['Rye', 'bread', 'war', 'war']],
    ['"rye bread" "bread is"', ['rye', 'bread', 'bread', 'is'], ['Rye', 'bread', 'is']],
    ['"bread" ""', ['bread'], ['bread', 'bread']],
    ['"brea"', ['brea'], null],
    ['rye"bread', ['rye', 'bread'], ['Rye', 'bread', 'bread']],
  ])('a phrase, typed %s', (query, words, expected) => {
    const wanted = wantedOf(query);
    const text = 'Rye bread is warm, the other bread was warm';
    expect(wanted.words).toEqual(words);
    expect(hitsIn(text, wanted)?.map(({ from, to }) => text.slice(from, to)) ?? null).toEqual(expected);
  });

  test('a phrase is whole however long it is', () => {
    const words = Array.from({ length: 14 }, (_, n) => `w${n}`).join(' ');
    expect(hitsIn(`${words} end`, wantedOf(`"${words}"`))).toHaveLength(14);
    expect(hitsIn(`${words}5 end`, wantedOf(`"${words}"`))).toBeNull();
  });
});

describe('snippets', () => {
  const lorem = 'lorem ipsum dolor sit amet '.repeat(40);

  test('a short text is shown as it is', () => {
    expect(snippetOf('Ask Kwame', wantedOf('kwa'))).toEqual({ text: 'Ask Kwame', ranges: [[4, 7]] });
  });

  test('a long one around its first hit, cut between words', () => {
    const { text, ranges } = snippetOf(`${lorem}the pelican ${lorem}`, wantedOf('pelican'));
    expect(text).toMatch(/^…\w+ .*the pelican .* \w+…$/);
    expect(text.length).toBeLessThan(180);
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['pelican']);
  });

  test('a phrase is shown where it stands, not where one of its words does', () => {
    const { text, ranges } = snippetOf(`A bread. ${lorem}rye bread ${lorem}`, wantedOf('"rye bread"'));
    expect(ranges.map(([from, to]) => text.slice(from, to))).toEqual(['rye', 'bread']);
  });

  test('a text without blanks is cut, but no character in two', () => {
    const { text } = snippetOf(`x${'🦩'.repeat(300)}`, wantedOf('x'));
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('names', () => {
  const slips = (name: string, query: string) => slipsTo(name, wantedOf(query).words);
  test.each([
    ['Kwame Mensah', 'k', 0],
    ['Kwame Mensah', 'mens kwa', 0],
    ['Kwame Mensah', 'kwmae', 1],
    ['Kwame Mensah', 'kwmae mesnah', 2],
    ['Kwame Mensah', 'kwami', 1],
    ['Kwame Mensah', 'kaw', null],
    ['Tomasz Wieliczko', 'weilicko', 2],
    ['Tomasz Wieliczko', 'amara', null],
    ['', 'x', null],
    ['Kwame', '', null],
  ])('%s, typed %s: %s slips', (name, query, expected) => {
    expect(slips(name, query)).toBe(expected);
  });
});
