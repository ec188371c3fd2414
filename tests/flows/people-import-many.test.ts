// An import of ten thousand people takes a number of statements that does not grow with them row by row.
// @module-tag long
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { check, csv, run } from './people-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const ROWS = Number(process.env.ROWS ?? 3_000);

/** Statements that the app sends to the database while `work` runs. */
async function counted<T>(work: () => Promise<T>): Promise<[T, number]> {
  const query = pg.Client.prototype.query;
  let statements = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements++;
    return (query as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    return [await work(), statements];
  } finally {
    pg.Client.prototype.query = query;
  }
}

const MINUTES = 180_000;

test('new, changed and the same: a few statements for hundreds of rows', { timeout: MINUTES }, async () => {
  const { owner, email } = await registerCompany(app);
  const domain = `${uuid().slice(-8)}.example`;
  const file = (title: string) =>
    csv(
      ['First name', 'Last name', 'Email', 'Job title', 'Manager', 'Skills', 'Joining date'],
      ...Array.from({ length: ROWS }, (_, n) => {
        const manager = n < 10 ? email : `p${Math.floor(n / 10)}@${domain}`;
        return ['Pat', `Number ${n}`, `p${n}@${domain}`, title, manager, 'Forklift; Swedish', '2026-11-02'];
      }),
    );
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, number]> => {
    const began = performance.now();
    const result = await counted(work);
    if (process.env.ROWS) console.info(what, Math.round(performance.now() - began), 'ms', result[1], 'statements');
    return result;
  };
  const [checked, ofCheck] = await timed('check', () => check(owner, file('Driver')));
  expect(checked.counts).toEqual({ rows: ROWS, create: ROWS, change: 0, same: 0, problem: 0 });
  const [done, ofRun] = await timed('create', () => run(owner, checked.import_id));
  expect(done.results).toMatchObject({ created: ROWS, refused: 0 });
  const [again] = await timed('check again', () => check(owner, file('Driver')));
  expect(again.counts).toEqual({ rows: ROWS, create: 0, change: 0, same: ROWS, problem: 0 });
  const [other] = await timed('check other', () => check(owner, file('Loader')));
  const [changed, ofChange] = await timed('change', () => run(owner, other.import_id));
  expect(changed.results).toMatchObject({ changed: ROWS, refused: 0 });
  // Waiting asks, too, so the count is no fixed one; one statement a row would be more than all of it.
  expect(ofCheck).toBeLessThan(ROWS / 10);
  expect(ofRun).toBeLessThan(ROWS / 2);
  expect(ofChange).toBeLessThan(ROWS / 2);
});
