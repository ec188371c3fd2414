import { describe, expect, test } from 'vitest';
import type { CompanyValue } from '#contract/company/values.ts';
import { asChanged, merge, renew } from './draft.ts';

const value = (value_id: string, more: Partial<CompanyValue> = {}): CompanyValue => ({
  value_id,
  name: value_id,
  description: '',
  icon_url: null,
  ...more,
});
const [a, b, c] = [value('a'), value('b'), value('c')];
const base = [a, b, c];
const ids = ({ values }: ReturnType<typeof merge>) => values.map(({ value_id }) => value_id).join('');

describe('values that two people change', () => {
  test('fields of one value that each has written for themselves stand together', () => {
    const mine = [{ ...a, name: 'Mine' }, b, c];
    const saved = [{ ...a, description: 'Theirs' }, b, { ...c, icon_url: '/x.png' }];
    expect(merge(base, mine, saved)).toEqual({
      values: [value('a', { name: 'Mine', description: 'Theirs' }), b, { ...c, icon_url: '/x.png' }],
      theirs: {},
    });
  });

  test('the same field is one’s own, and what they wrote is said', () => {
    const { values, theirs } = merge(
      base,
      [{ ...a, name: 'Mine', description: 'Same' }, b, c],
      [{ ...a, name: 'Theirs', description: 'Same' }, b, c],
    );
    expect(values[0]).toEqual(value('a', { name: 'Mine', description: 'Same' }));
    expect(theirs).toEqual({ a: { name: 'Theirs' } });
    expect(asChanged(theirs['a'] ?? {})).toBe('Somebody else has saved the name “Theirs”.');
  });

  test('what is removed goes, unless the other has written something in it', () => {
    expect(ids(merge(base, [b, c], base))).toBe('bc');
    expect(ids(merge(base, base, [a, c]))).toBe('ac');
    const written = { ...b, name: 'Written' };
    const kept = merge(base, [a, written, c], [a, c]);
    expect([kept.values, kept.theirs]).toEqual([[a, written, c], { b: { gone: true } }]);
    const back = merge(base, [a, c], [a, written, c]);
    expect([back.values, back.theirs]).toEqual([[a, written, c], {}]);
  });

  test('what is added stands where it stood, of both', () => {
    expect(ids(merge(base, [a, value('x'), b, c], [...base, value('y')]))).toBe('axbcy');
    expect(ids(merge([], [value('x')], [value('y')]))).toBe('xy');
  });

  test('the order is of who has moved something; of both, one’s own', () => {
    expect(ids(merge(base, base, [c, a, b]))).toBe('cab');
    expect(ids(merge(base, [b, a, c], [...base, value('y')]))).toBe('bacy');
    expect(ids(merge(base, [b, a, c], [c, a, b]))).toBe('bac');
  });

  test('what they wrote is said until it is what stands here', () => {
    const mine = [{ ...a, name: 'Mine' }, { ...b, name: 'Kept' }, c];
    const draft = { base, values: mine, theirs: {}, merged: false };
    const saved = [{ ...a, name: 'Theirs' }, c];
    const first = renew(draft, saved);
    if (!first) throw new Error('The draft is gone');
    const said = { a: { name: 'Theirs' }, b: { gone: true } };
    expect(first.theirs).toEqual(said);
    const again = [
      { ...a, name: 'Theirs' },
      { ...c, name: 'Another' },
    ];
    expect(renew(first, again)).toMatchObject({ base: again, merged: true });
    expect(renew(first, again)?.theirs).toEqual(said);
    const twice = { ...first, values: [{ ...a, name: 'Mine', description: 'Mine' }, ...first.values.slice(1)] };
    const more = [{ ...a, name: 'Theirs', description: 'Theirs' }, c];
    expect(renew(twice, more)?.theirs).toEqual({ ...said, a: { name: 'Theirs', description: 'Theirs' } });
    const given = { ...first, values: [{ ...a, name: 'Theirs' }, c] };
    expect(renew({ ...given, values: [...given.values, value('x')] }, again)?.theirs).toEqual({});
  });

  test('one’s own save, whose answer was lost, leaves nothing to save', () => {
    const values = [{ ...a, name: 'Mine ' }, b, c, value('x')];
    const saved = [{ ...a, name: 'Mine' }, b, c, value('x')];
    expect(renew({ base, values, theirs: {}, merged: false }, saved)).toBeUndefined();
    expect(renew({ base, values, theirs: {}, merged: false }, [{ ...a, name: 'Other' }, b, c])).toBeDefined();
  });
});
