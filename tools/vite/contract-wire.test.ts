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
    `export const send = /* @__PURE__ */ endpoint({ ...common, method: 'POST', path: '/chat/message/send', access: 'session', idempotency: 'key', queue: true, });`,
  );
  expect(wire(`export const sent = event({ name: 'chat.sent', topic: 'space', payload: message });`)).toBe(
    `export const sent = /* @__PURE__ */ event({ name: 'chat.sent', topic: 'space', });`,
  );
});

test('calls at the top level are marked as free of side effects, those in functions are left alone', () => {
  expect(wire('const id = v.pipe(v.string(), v.regex(/a,b/));')).toBe(
    'const id = /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.regex(/a,b/));',
  );
  const functions = 'const text = (max) => v.maxLength(max); function f() { return endpoint({ input: 1 }); }';
  expect(wire(functions)).toBe(functions);
});
