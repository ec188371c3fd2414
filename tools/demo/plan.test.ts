// Three weeks of talk: whole, in order, and by people who are there.
import { expect, test } from 'vitest';
import { check } from '#contract/kernel/schema.ts';
import { isBlank, richTextSchema } from '#contract/rich-text.ts';
import { addressOf, cast } from './cast.ts';
import { departmentOf, departments } from './content/departments.ts';
import { documentOf } from './markup.ts';
import { places, talkers } from './places.ts';
import { keyOf, type Planned, plan } from './plan.ts';
import { createRandom } from './random.ts';

const NOW = Date.UTC(2026, 10, 20, 9, 14);
const made = plan(NOW, createRandom(3));

test('sixty people with sixty names and addresses, each reporting to somebody who is there', () => {
  expect(new Set(cast.map((member) => member.first)).size).toBe(60);
  expect(new Set(cast.map(addressOf)).size).toBe(60);
  for (const [index, { manager }] of cast.entries())
    expect(
      cast.slice(0, index).some((above) => above.first === manager),
      manager,
    ).toBe(index > 0);
});

test('everybody is in a department, which somebody who is there leads', () => {
  const names = departments.map(({ name }) => name);
  expect(cast.map(departmentOf).filter((name) => !names.includes(name))).toEqual([]);
  for (const [index, { below, lead }] of departments.entries()) {
    expect(below === '' || names.slice(0, index).includes(below), below).toBe(true);
    expect(
      cast.some(({ first, account }) => first === lead && account === undefined),
      lead,
    ).toBe(true);
  }
  expect(names.filter((name) => !cast.some((member) => departmentOf(member) === name))).toEqual(['Shops']);
});

test('three weeks, a few thousand messages, in order, none of them later than now', () => {
  expect(made.length).toBeGreaterThan(2_000);
  expect(made.length).toBeLessThan(5_000);
  expect(made.map((m) => m.at)).toEqual(made.map((m) => m.at).toSorted((a, b) => a - b));
  expect(made[0]?.at).toBeGreaterThan(NOW - 22.5 * 86_400_000);
  expect(made.at(-1)?.at).toBeLessThan(NOW);
});

test('whatever the hour, it can be told', () => {
  for (const hour of [0, 5, 13, 22])
    expect(plan(Date.UTC(2026, 2, 1, hour), createRandom(hour)).at(-1)?.text).toContain(
      'Thursday suits the early shift',
    );
});

test('the same seed tells the same', () => {
  expect(plan(NOW, createRandom(3))).toEqual(made);
});

test('every text can be stored and has nothing left to fill in', () => {
  for (const { text } of made) {
    const document = documentOf(text, () => undefined);
    expect(check(richTextSchema, document).issues, text).toBeUndefined();
    expect(isBlank(document)).toBe(false);
    expect(text).not.toMatch(/[{}]|undefined|::/);
  }
});

test('only members speak, and every scene is played in the long run', () => {
  const names = new Set(talkers.map((member) => member.first));
  for (const { by, where } of made) {
    expect(names).toContain(by);
    expect(speakersOf(where), `${by} in ${keyOf(where)}`).toContain(by);
  }
  for (const place of places)
    for (const { name, scenes } of place.channels) {
      const members = new Set(talkers.filter(place.includes).map((member) => member.first));
      for (const scene of scenes)
        for (const [, speaker = ''] of scene.matchAll(/^\s*(\p{Lu}\p{L}+): /gmu))
          expect(members, `${place.name}/${name}: ${speaker}`).toContain(speaker);
    }
});

function speakersOf(where: Planned['where']): readonly string[] {
  if ('pair' in where) return where.pair;
  if ('group' in where) return where.group;
  const { space } = 'about' in where ? where.within : where;
  const place = places.find((one) => one.name === space);
  return talkers.filter((member) => place?.includes(member)).map((member) => member.first);
}

test('what is answered in a thread was said before, where it says, and once', () => {
  const answers = made.flatMap((one) => ('about' in one.where ? [{ ...one, where: one.where }] : []));
  expect(answers.length).toBeGreaterThan(5);
  for (const { at, where } of answers) {
    const roots = made.filter(({ text }) => text.startsWith(where.about));
    expect(roots.map((root) => root.where)).toEqual([where.within]);
    expect(roots[0]?.at).toBeLessThan(at);
  }
});
