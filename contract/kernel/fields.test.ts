// The field schemas refuse what cannot be stored or could do harm, and say where.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { email, id, newId, queryLimit, text, url } from './fields.ts';
import { check } from './schema.ts';

const takes = (schema: v.GenericSchema, value: unknown) => !check(schema, value).issues;

test('text is trimmed, bounded, and free of NUL and lone surrogates', () => {
  expect(check(text(5, 1), '  ab ').value).toBe('ab');
  expect(takes(text(5, 1), '   ')).toBe(false);
  expect(takes(text(5), 'abcdef')).toBe(false);
  expect(takes(text(5), 'a\0')).toBe(false);
  expect(takes(text(5), '\ud800')).toBe(false);
  expect(takes(text(5), '😀')).toBe(true);
});

test('ids are UUIDs in lower case; those that a client makes are UUIDv7', () => {
  expect(takes(id, '0192f3c4-aaaa-4bbb-8ccc-0123456789ab')).toBe(true);
  expect(takes(id, '0192F3C4-AAAA-4BBB-8CCC-0123456789AB')).toBe(false);
  expect(takes(newId, '0192f3c4-aaaa-4bbb-8ccc-0123456789ab')).toBe(false);
  expect(takes(newId, '0192f3c4-aaaa-7bbb-8ccc-0123456789ab')).toBe(true);
});

test('addresses: only http, https and own paths', () => {
  expect(takes(url, 'https://a.example/x.png')).toBe(true);
  expect(takes(url, '/icons/x.png')).toBe(true);
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', ' https://a b', 'ftp://a', 'https://a"onload='])
    expect(takes(url, bad), bad).toBe(false);
});

test('e-mail addresses', () => {
  for (const good of ['a@b.example', 'A.b+c@d-e.example']) expect(takes(email, good), good).toBe(true);
  for (const bad of ['a', 'a@b', 'a@b..c', 'a b@c.d', 'a@b.c\nBcc: x@y.z', '<a@b.c>', `${'a'.repeat(250)}@b.example`])
    expect(takes(email, bad), bad).toBe(false);
});

test('the path of a problem is told', () => {
  const schema = v.strictObject({
    items: v.array(v.strictObject({ name: text(3, 1) })),
    limit: v.optional(queryLimit(10)),
  });
  const { issues } = check(schema, { items: [{ name: 'ok' }, { name: '' }], limit: '11', other: 1 });
  expect(issues?.map((issue) => issue.path).sort()).toEqual(['items[1].name', 'limit', 'other']);
});
