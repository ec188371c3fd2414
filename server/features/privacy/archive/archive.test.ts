import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import { archiveOf, type Wanted } from './archive.ts';

/** One part, of a database that never answers. */
const wanted = (signal: AbortSignal): Wanted => ({
  db: { company: () => new Promise(() => {}) } as unknown as Database,
  files: {} as Wanted['files'],
  register: [{ table: 'seal', whose: 'employee_id', exported: { file: 'seals', says: 'Seals' } }] as never,
  company_id: '',
  employee_id: '',
  company_name: 'Harbour Lights',
  signal,
});

test.each([
  ['before it begins', () => AbortSignal.abort()],
  ['while nobody reads it yet', () => AbortSignal.timeout(1)],
])('broken off %s, it ends, and nothing is left that nobody hears', async (_, signal) => {
  const archive = archiveOf(wanted(signal()));
  // An error that nobody listens for would end the server, and fails this run.
  await expect.poll(() => archive.destroyed).toBe(true);
  await wait(20);
  expect(archive.errored?.name).toMatch(/AbortError|TimeoutError/);
});
