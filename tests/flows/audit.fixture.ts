// The audit log as somebody reads it who may.
import { type AuditEvent, listAudit } from '#contract/audit.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { TestClient } from '#tests/kit/client.ts';

export type Filters = NonNullable<RequestOf<typeof listAudit>['filters']>;

/** Newest first. */
export const read = async (by: TestClient, filters: Filters = {}): Promise<AuditEvent[]> =>
  (await by.call(listAudit, { filters, limit: 500 })).items;

/** What was done, oldest first. */
export const actions = async (by: TestClient, filters: Filters = {}): Promise<string[]> =>
  (await read(by, filters)).map(({ action }) => action).toReversed();
