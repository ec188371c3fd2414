// A company whose HR system Finch reads, and fetching its people as the screen does it.
import { v7 as uuid } from 'uuid';
import { listAudit } from '#contract/audit.ts';
import { importFinch, updateFinch } from '#contract/people/spreadsheet/finch.ts';
import type { ImportBatch } from '#contract/people/spreadsheet/importing.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import type { FinchServer, Worker } from '#tests/kit/outside/finch-server.ts';

/** A domain that nobody else has. */
export const at = (): string => `${uuid().slice(-8)}.example`;

/** The code, or `done`. */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

/** Until it is there. */
export async function fetched(by: TestClient, import_id = uuid()): Promise<ImportBatch> {
  for (;;) {
    const { batch } = await by.call(importFinch, { import_id });
    if (batch) return batch;
  }
}

/** A company whose HR system has these people. */
export async function employedAt(app: TestApp, finch: FinchServer, workers: readonly Worker[]) {
  const company = await registerCompany(app);
  const key = finch.employer(workers);
  await company.owner.call(updateFinch, { access_key: key });
  return { ...company, key };
}

/** The newest first. */
export const trail = async (by: TestClient) =>
  (await by.call(listAudit, { filters: { areas: ['people'] } })).items.filter(({ action }) => /finch/.test(action));
