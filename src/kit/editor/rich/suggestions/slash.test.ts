// What a message that begins with `/` means.
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { docOf, type Inline, type RichText } from '#contract/rich-text.ts';
import type { Command } from '../../types.ts';
import { createExtensions } from '../extensions.ts';
import { behindCommand, choiceOf, runsAtOnce, slashIn } from './slash.ts';

const schema = getSchema(createExtensions());
const slashOf = (doc: RichText | string) => slashIn(schema.nodeFromJSON(typeof doc === 'string' ? docOf(doc) : doc));
const command = (name: string, given: Partial<Command> = {}): Command => ({
  name,
  detail: '',
  run: async () => undefined,
  ...given,
});
const commands = [
  command('mute'),
  command('shrug', { takes: 'words' }),
  command('search', { takes: 'words' }),
  command('invite', { takes: '@colleague', needs: true }),
];

test.each([
  ['/', { name: '', rest: null }],
  ['/mu', { name: 'mu', rest: null }],
  ['/Mute', { name: 'mute', rest: null }],
  ['/mute ', { name: 'mute', rest: '' }],
  ['/search oven seal', { name: 'search', rest: 'oven seal' }],
  ['hello', null],
  [' /mute', null],
  ['/etc/hosts', null],
  ['/3 of them', null],
  ['/mute\nand more', null],
])('%s', (text, expected) => {
  expect(slashOf(text)).toEqual(expected);
});

test('a mention stands behind a command', () => {
  const mention = { type: 'mention', attrs: { kind: 'employee', id: '0', label: 'Kwame' } } as const;
  const content = [{ type: 'text', text: '/invite ' } as const, mention];
  expect(slashOf({ type: 'doc', content: [{ type: 'paragraph', content }] })).toEqual({ name: 'invite', rest: '@' });
});

test('what stands behind it keeps its mentions and marks', () => {
  const mention = { type: 'mention', attrs: { kind: 'all', id: 'all', label: 'all' } } as const;
  const bold: Inline = { type: 'text', text: 'no', marks: [{ type: 'bold' }] };
  const behind = (...content: Inline[]) =>
    behindCommand(schema.nodeFromJSON({ type: 'doc', content: [{ type: 'paragraph', content }] }));
  const rest = [mention, { type: 'text', text: ' ' } as const, bold, { type: 'text', text: ' idea ' } as const];
  expect(behind({ type: 'text', text: '/shrug ' }, ...rest)).toEqual(rest);
  expect(behind({ type: 'text', text: '/shrug no idea' })).toEqual([{ type: 'text', text: 'no idea' }]);
  expect([behind({ type: 'text', text: '/shrug ' }), behind({ type: 'text', text: '/shrug' })]).toEqual([[], []]);
});

test('what can be chosen', () => {
  const names = (text: string) => {
    const slash = slashOf(text);
    const choice = slash && choiceOf(slash, commands);
    return choice?.unknown ? 'unknown' : choice?.commands.map(({ name }) => name);
  };
  expect(names('/')).toHaveLength(4);
  expect(names('/s')).toEqual(['shrug', 'search']);
  expect(names('/search oven')).toEqual(['search']);
  expect(names('/mute ')).toEqual(['mute']);
  // It takes nothing: then it is a sentence.
  expect(names('/mute it all')).toBe('unknown');
  expect(names('/giphy cat')).toBe('unknown');
});

test('what is done at once, and what is written out first', () => {
  const atOnce = (text: string, name: string) => {
    const slash = slashOf(text);
    const found = commands.find((one) => one.name === name);
    return slash && found && runsAtOnce(slash, found);
  };
  expect(atOnce('/m', 'mute')).toBe(true);
  expect(atOnce('/s', 'search')).toBe(false);
  expect(atOnce('/search', 'search')).toBe(true);
  expect(atOnce('/search oven', 'search')).toBe(true);
  expect(atOnce('/invite', 'invite')).toBe(false);
  expect(atOnce('/invite @Kwame', 'invite')).toBe(true);
});
