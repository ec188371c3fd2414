// Which emoji a name means, of the list that the picker has.
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { emoji as reaction } from '#contract/chat/emoji.ts';
import { check } from '#contract/kernel/schema.ts';
import { loadEmoji, loadNames, skinTone } from './emoji-data.ts';
import { createEmojiSearch, type EmojiSearch, type Searchable } from './emoji-search.ts';

let names: EmojiSearch;
beforeAll(async () => {
  // Nothing is drawn here: then every emoji counts as drawn.
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
    },
  );
  names = await loadNames();
  vi.unstubAllGlobals();
});
afterEach(() => {
  skinTone.chosen = 'none';
});

const first = (query: string, count = 1) =>
  names
    .search(query)
    .slice(0, count)
    .map(({ label }) => label);

test('what fits best comes first: the name, then what people take most, then shorter names', () => {
  expect(first('brea', 3)).toEqual(['bread', 'breast-feeding', 'baguette bread']);
  expect(first('fire', 2)).toEqual(['fire', 'fireworks']);
  expect(first('heart')).toEqual(['red heart']);
  expect(first('tada')).toEqual(['party popper']);
  expect(first('THUMBS', 2)).toEqual(['thumbs up', 'thumbs down']);
  expect(first('thumbs_u')).toEqual(['thumbs up']);
  expect(first('party-po')).toEqual(['party popper']);
  expect(first('pina')).toEqual(['piñata']);
  expect(first('qqq')).toEqual([]);
});

test('among equals, what is in the list earlier', () => {
  const one = (label: string): Searchable => ({ emoji: label, label, tags: ['food'], usual: false });
  const { search } = createEmojiSearch(['red egg', 'hot egg', 'egg cup', 'big dish'].map(one));
  expect(search('egg').map(({ label }) => label)).toEqual(['egg cup', 'red egg', 'hot egg']);
  expect(search('food').map(({ label }) => label)).toEqual(['red egg', 'hot egg', 'egg cup', 'big dish']);
});

test.each([
  ['bread', 'bread'],
  ['Bread', 'bread'],
  ['thumbs_up', 'thumbs up'],
  ['thumbsup', 'thumbs up'],
  ['ok_hand', 'OK hand'],
  ['mrs_claus', 'Mrs. Claus'],
  ['+1', 'thumbs up'],
  ['-1', 'thumbs down'],
  ['100', 'hundred points'],
  // Nothing else is called that, or people mean one of those that do.
  ['coffee', 'hot beverage'],
  ['joy', 'face with tears of joy'],
  ['heart', 'red heart'],
  // Several may be meant.
  ['food', undefined],
  ['smile', undefined],
  ['brea', undefined],
  ['nothing_like_it', undefined],
])('a whole name: %s', (name, label) => {
  expect(names.named(name)?.label).toBe(label);
});

test('the skin tone of the picker goes for names, too', () => {
  skinTone.chosen = 'dark';
  expect(names.named('thumbs_up')?.emoji).toBe('👍🏿');
  expect(names.search('clapping')[0]?.emoji).toBe('👏🏿');
  expect(names.named('bread')?.emoji).toBe('🍞');
});

test('each emoji of the picker may be a reaction, in every skin tone, and is written as everybody writes it', async () => {
  const { emojis } = await loadEmoji();
  const all = emojis.flatMap(({ emoji, skins }) => [emoji, ...Object.values(skins ?? {})]);
  expect(all.length).toBeGreaterThan(3_000);
  expect(all.filter((one) => one && check(reaction, one).issues)).toEqual([]);
  expect(all.filter((one) => one && !/^\p{RGI_Emoji}$/v.test(one))).toEqual([]);
});
