// Casting and filling in of scenes.
import { describe, expect, test } from 'vitest';
import { createBag, createRandom } from './random.ts';
import { play, scenesOf } from './scene.ts';

const members = ['Ines', 'Kwame', 'Nell', 'Omar'];
const words = { loaf: ['the rye', 'the spelt', 'the cob'], day: ['Monday'] };
const run = (scene: string, seed = 1, voices = members) => play(scene, members, voices, words, createRandom(seed));

describe('play', () => {
  test('a letter is one person throughout, two letters are two, and nobody named is either', () => {
    for (let seed = 0; seed < 200; seed++) {
      const turns = run('a: Hello, @b.\nb: Hello.\nKwame: And me.\na: And you.', seed);
      const [a, b, named, again] = (turns ?? []).map((turn) => turn.by);
      expect(named).toBe('Kwame');
      expect(again).toBe(a);
      expect(new Set([a, b, named]).size).toBe(3);
      expect(turns?.[0]?.text).toBe(`Hello, @${b}.`);
    }
  });

  test('a word is the same within a scene, another number is another word', () => {
    for (let seed = 0; seed < 50; seed++) {
      const [first, second] = run('a: {loaf}, {loaf2}.\nb: {loaf} again.', seed) ?? [];
      const [loaf, other] = first?.text.toLowerCase().replace('.', '').split(', ') ?? [];
      expect(other).not.toBe(loaf);
      expect(second?.text.toLowerCase()).toBe(`${loaf} again.`);
    }
  });

  test('either is either, lines of a list stay with their turn, emojis come apart', () => {
    const [turn] = run('a: # {One|One}\n  - two\n  - three  ::👍❤️👩‍🍳') ?? [];
    expect(turn).toMatchObject({ text: '# One\n- two\n- three', reactions: ['👍', '❤️', '👩‍🍳'] });
  });

  test('sentences begin with a capital', () => {
    expect(run('a: {loaf} is out. {loaf2} is in, {day|day}.')?.[0]?.text).toMatch(
      /^The \w+ is out\. The \w+ is in, day\.$/,
    );
  });

  test('nobody speaks who is not there, and a word that is unknown is an error', () => {
    expect(run('Freya: Hello.')).toBeUndefined();
    expect(run('a: Hello.\nb: Hello.', 1, ['Ines'])).toBeUndefined();
    expect(() => run('a: {nothing}')).toThrow('{nothing}');
  });
});

test('scenes are separated by empty lines', () => {
  expect(scenesOf('\na: One.\nb: Two.\n\na: Three.\n')).toEqual(['a: One.\nb: Two.', 'a: Three.']);
});

test('a bag gives everything before anything twice, and nothing twice in a row', () => {
  const next = createBag(['a', 'b', 'c'], createRandom(7));
  const drawn = Array.from({ length: 300 }, next);
  for (let i = 0; i < drawn.length; i += 3) expect(new Set(drawn.slice(i, i + 3)).size).toBe(3);
  expect(drawn.some((one, at) => one === drawn[at - 1])).toBe(false);
});
