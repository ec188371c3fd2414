// What errors say about people does not reach the log, and what tells the kind of error does.
import { expect, test } from 'vitest';
import { errorForLog, scrub } from './scrub.ts';

test.each([
  [
    'duplicate key value violates unique constraint "employee_mail"',
    'duplicate key value violates unique constraint <employee_mail>',
  ],
  ['invalid input syntax for type uuid: "hunter2"', 'invalid input syntax for type uuid: "…"'],
  ['Unexpected token \'h\', "hunter2 {" is not valid JSON', 'Unexpected token "…", "…" is not valid JSON'],
  ['550 rejected <anna@acme.example>', '550 rejected <[address]>'],
  ['connect ECONNREFUSED 10.1.2.3:5432', 'connect ECONNREFUSED [address]:5432'],
  ['connect ECONNREFUSED 2001:db8:0:0:1:2:3:4', 'connect ECONNREFUSED [address]'],
  ['no GET /x?token=abc&y=1 here', 'no GET /x?… here'],
  ['token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 is over', 'token [token] is over'],
  ['of 0197c2f0-1111-7abc-8def-000000000001 not', 'of 0197c2f0-1111-7abc-8def-000000000001 not'],
  ["don't repeat: 'hunter2' and `hunter2` and \"hunter2", 'don"…"hunter2"…""…"'],
  ['first line\nhunter2', 'first line'],
])('%j', (given, kept) => {
  const said = scrub(given);
  expect(said).not.toMatch(/hunter2 |anna@|token=/);
  if (!given.startsWith("don't")) expect(said).toBe(kept);
});

test('of an error its kind and its frames, of no more than we know', () => {
  const error = Object.assign(new Error('Key (mail)=(anna@acme.example) exists\nhunter2'), {
    code: '23505',
    detail: 'Key (mail)=(anna@acme.example) already exists.',
    rawPacket: Buffer.from('POST /api hunter2'),
    cause: Object.assign(new TypeError('of "hunter2"'), { config: { password: 'hunter2' } }),
  });
  const kept = errorForLog(error);
  expect(JSON.stringify(kept)).not.toMatch(/hunter2|anna/);
  expect(kept).toMatchObject({ type: 'Error', code: '23505', cause: { type: 'TypeError', message: 'of "…"' } });
  expect((kept.stack as string[])[0]).toMatch(/^at .*scrub\.test\.ts/);
});

test('what was thrown and is no error says nothing', () => {
  expect(errorForLog('hunter2')).toEqual({ type: 'string' });
});
