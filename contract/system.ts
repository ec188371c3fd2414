// The process itself: is it alive, is it ready. For operators and balancers.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { empty } from './kernel/fields.ts';

const common = { method: 'GET', access: 'open', rate: 'read', input: empty, idempotency: 'none' } as const;

export const live = endpoint({
  ...common,
  name: 'system.health.live',
  path: '/health/live',
  output: v.strictObject({ live: v.literal(true) }),
});

/** 503 while the database does not answer, and while the process is going down. */
export const ready = endpoint({
  ...common,
  name: 'system.health.ready',
  path: '/health/ready',
  output: v.strictObject({ ready: v.literal(true), database: v.literal('up') }),
  errors: { SERVICE_UNAVAILABLE: 503 },
});

/** OpenAPI 3.1 of the whole contract, bare (without the envelope). */
export const openapi = endpoint({
  ...common,
  name: 'system.openapi.get',
  path: '/openapi.json',
  output: v.record(v.string(), v.unknown()),
});
