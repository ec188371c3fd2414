import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { wireOnly } from './contract-wire.ts';

const wire = (code: string) => wireOnly(code, parseSync('contract.js', code).program).replaceAll(/\s+/g, ' ');

test('of an endpoint stays how it is called, of an event its name', () => {
  const endpoint = `export const send = endpoint({
    name: 'chat.message.send', ...common, method: 'POST', path: '/chat/message/send', access: 'session',
    input: v.strictObject({ text: v.string() }), output: v.strictObject({ message, events }), rate: 'message',
    idempotency: 'key', queue: true, limit: 200_000,
  });`;
  expect(wire(endpoint)).toBe(
    `export const send = /* @__PURE__ */ endpoint({ ...common, method: 'POST', path: '/chat/message/send', idempotency: 'key', queue: true, });`,
  );
  expect(wire(`export const sent = event({ name: 'chat.sent', topic: 'space', payload: message });`)).toBe(
    `export const sent = /* @__PURE__ */ event({ name: 'chat.sent', });`,
  );
});

test('what several endpoints share goes too, unless something of it is read', () => {
  const endpoint = (common: string) => wire(`const common = ${common}; endpoint({ ...common, path: '/x' });`);
  const left = (common: string) => endpoint(common).replace(/^.*endpoint/, '');
  expect(left(`{ module: 'chat', access: 'session' }`)).toBe(`({ path: '/x' });`);
  expect(left(`{ module: 'chat', access: { all: ['spaces.create'] } }`)).toBe(`({ path: '/x' });`);
  expect(left(`{ ...more, module: 'chat' }`)).toBe(`({ ...common, path: '/x' });`);
  for (const read of [`access: 'open'`, `method: 'GET'`, 'queue: true', `idempotency: 'natural'`])
    expect(left(`{ module: 'chat', ${read} }`)).toBe(`({ ...common, path: '/x' });`);
});

test('calls at the top level are marked as free of side effects, those in functions are left alone', () => {
  expect(wire('const id = v.pipe(v.string(), v.regex(/a,b/));')).toBe(
    'const id = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/a,b/));',
  );
  const functions = 'const text = (max) => v.maxLength(max); function f() { return endpoint({ input: 1 }); }';
  expect(wire(functions)).toBe(functions);
});
