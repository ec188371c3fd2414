// What every answer of the server has to look like, whatever was asked: envelope, declared code, headers, no word of company B.
import { expect } from 'vitest';
import { refusalsOf } from '#contract/auth/asks-proof.ts';
import { type Endpoint } from '#contract/kernel/endpoint.ts';
import { commonErrors } from '#contract/kernel/errors.ts';
import { fileAnswer } from '#contract/kernel/file-answer.ts';
import { check } from '#contract/kernel/schema.ts';
import type { Reply } from './http.ts';
import { wordsIn } from './rules/words.ts';

/** Stands in every text of company B, so that a word of B in an answer to A is seen. Too long to come about in a random token. */
export const CANARY = 'cnryword';

interface Body {
  status: 'success' | 'error';
  error_code?: string;
  message?: string;
  data?: unknown;
}

const HEADERS: Readonly<Record<string, RegExp>> = {
  'cache-control': /^no-store$/,
  'content-type': /^application\/json; charset=utf-8$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(self\)/,
};

/** Codes that the endpoint may answer, with their status. */
export const declared = (endpoint: Endpoint): Readonly<Record<string, number>> => ({
  ...commonErrors,
  ...refusalsOf(endpoint),
  ...endpoint.errors,
});

/** Fails unless the answer keeps to the contract. `unsaid`: a status of INVALID_REQUEST besides 400 (415, 404, 405). `meant`: the code asked for. */
export function judge(endpoint: Endpoint, reply: Reply, unsaid: readonly number[] = [], meant = ''): Body {
  const { status, text } = reply;
  if (declared(endpoint)[meant] !== status) expect(status, `a server error: ${text}`).toBeLessThan(500);
  // Operators see the companies of all.
  if (endpoint.access !== 'operator')
    expect(wordsIn(reply.bytes).includes(CANARY), `a word of company B: ${text}`).toBe(false);
  expect(reply.headers['access-control-allow-origin'], 'a grant to other origins').toBeUndefined();
  const isFile = endpoint.output === fileAnswer && status === 200;
  for (const [name, pattern] of Object.entries(HEADERS))
    if (!(isFile && name === 'content-type') && (name !== 'cache-control' || !unsaid.includes(status)))
      expect(reply.headers[name] ?? '', name).toMatch(pattern);
  if (isFile) return judgeFile(reply);
  const body = JSON.parse(text) as Body;
  if (endpoint.path === '/openapi.json' && status === 200) return { status: 'success', data: body };
  if (status < 300) {
    expect(Object.keys(body).sort(), 'the envelope of a success').toEqual(['data', 'status']);
    expect(body.status).toBe('success');
    expect(check(endpoint.output, body.data).issues, 'the answer against its schema').toBeUndefined();
    return body;
  }
  expect(
    Object.keys(body).filter((key) => key !== 'data'),
    'the envelope of a failure',
  ).toEqual(['status', 'error_code', 'message']);
  expect(body.status).toBe('error');
  const code = body.error_code ?? '';
  if (!(code === 'INVALID_REQUEST' && unsaid.includes(status)))
    expect(declared(endpoint)[code], `${code} of ${endpoint.name}, answered with ${status}`).toBe(status);
  return body;
}

function judgeFile({ headers, bytes }: Reply): Body {
  const file_name = /^attachment; filename="([\w.-]+)"$/.exec(headers['content-disposition'] ?? '')?.[1];
  const data = { file_name, mime_type: headers['content-type'], content: bytes };
  expect(check(fileAnswer, data).issues, 'the file against its schema').toBeUndefined();
  return { status: 'success', data };
}

/** Judges, and asks for this one code with its declared status. */
export function refused(endpoint: Endpoint, reply: Reply, code: string, what: string): void {
  const body = judge(endpoint, reply, [], code);
  expect(`${reply.status} ${body.error_code ?? 'success'}`, `${what}: ${reply.text}`).toBe(
    `${declared(endpoint)[code]} ${code}`,
  );
}
