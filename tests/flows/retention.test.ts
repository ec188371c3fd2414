// Events and stored answers go after their time; who held an older revision is told to read anew, and nothing else changes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { sync } from '#contract/sync.ts';
import { sweepOld } from '#server/platform/db/retention.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('old events and answers go, young ones stay', async () => {
  const { owner, company_id } = await registerCompany(app);
  const key = randomUUID();
  const rename = (company_name: string, options = {}) => owner.call(company.update, { company_name }, options);
  await rename('First', { key });
  await rename('Second');
  await app.sql(
    "UPDATE event SET created_at = now() - interval '31 days' WHERE company_id = $1 AND payload->>'company_name' = 'First'",
    [company_id],
  );
  await app.sql("UPDATE idempotency_key SET created_at = now() - interval '61 days' WHERE key = $1", [key]);
  const before = await owner.call(sync, { topics: { company: 0 } });

  expect(await sweepOld(app.app.context.db)).toBe(2);
  expect(await sweepOld(app.app.context.db)).toBe(0);

  const { topics } = await owner.call(sync, { topics: { company: 0 } });
  expect(before.topics[0]).toMatchObject({ status: 'ok' });
  expect(topics[0]).toMatchObject({ status: 'reset', revision: before.topics[0]?.revision });
  const [young] = await app.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM event WHERE company_id = $1 AND payload->>'company_name' = 'Second'",
    [company_id],
  );
  expect(young?.count).toBe(1);
});
