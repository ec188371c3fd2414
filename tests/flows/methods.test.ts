// Another method than those that an address has is told so, and which there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { endpoints } from '#contract/registry.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const byPath = Map.groupBy(endpoints, ({ path }) => path);

test('every address of the contract knows its methods, and refuses the others with a list of them', async () => {
  const wrong = await Promise.all(
    [...byPath].flatMap(([path, all]) => {
      const known: string[] = all.map(({ method }) => method).toSorted((a, b) => (a < b ? -1 : 1));
      return METHODS.filter((method) => !known.includes(method)).map(async (method) => {
        const answer = await fetch(app.url + API_BASE + path, { method });
        const said = {
          code: answer.status,
          allow: answer.headers.get('allow'),
          ...((await answer.json()) as object),
        };
        return { path, method, said, known };
      });
    }),
  );
  expect(wrong.length).toBeGreaterThan(600);
  for (const { path, method, said, known } of wrong)
    expect(said, `${method} ${path}`).toEqual({
      code: 405,
      status: 'error',
      allow: known.join(', '),
      ...{ error_code: 'INVALID_REQUEST', message: `${method} is not for this address` },
    });
});

test('where there is nothing, no method is named', async () => {
  for (const method of METHODS) {
    const answer = await fetch(`${app.url}${API_BASE}/nowhere`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  }
});
