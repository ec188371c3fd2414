// The few marks in which the texts of the demo are written.
import { expect, test } from 'vitest';
import { check } from '#contract/kernel/schema.ts';
import { richTextSchema } from '#contract/rich-text.ts';
import { documentOf } from './markup.ts';

const id = '01900000-0000-7000-8000-000000000000';
const of = (source: string) =>
  documentOf(source, (name) => (name === 'Ines' ? { kind: 'employee', id, label: name } : undefined));
const line = (source: string) => {
  const [block] = of(source).content;
  return block?.type === 'paragraph' ? block.content : undefined;
};

test('marks', () => {
  expect(line('a **b** _c_ `d` [e](https://f.example) ^red(240 °C)')).toEqual([
    { type: 'text', text: 'a ' },
    { type: 'text', text: 'b', marks: [{ type: 'bold' }] },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'c', marks: [{ type: 'italic' }] },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'd', marks: [{ type: 'code' }] },
    { type: 'text', text: ' ' },
    { type: 'text', text: 'e', marks: [{ type: 'link', attrs: { href: 'https://f.example' } }] },
    { type: 'text', text: ' ' },
    { type: 'text', text: '240 °C', marks: [{ type: 'textStyle', attrs: { color: 'red' } }] },
  ]);
});

test('who is known is mentioned, who is not stays text', () => {
  expect(line('@Ines, ask @Nobody')).toEqual([
    { type: 'mention', attrs: { kind: 'employee', id, label: 'Ines' } },
    { type: 'text', text: ', ask @Nobody' },
  ]);
});

test('blocks', () => {
  const source = '# One\n- two\n- three\n1. four\n2. five\n> six\nseven\n\neight';
  expect(of(source).content.map((block) => block.type)).toEqual([
    'heading',
    'bulletList',
    'orderedList',
    'blockquote',
    'paragraph',
    'paragraph',
    'paragraph',
  ]);
  expect(check(richTextSchema, of(source)).issues).toBeUndefined();
});
