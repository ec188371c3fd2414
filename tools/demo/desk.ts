// Calls the app's own handlers as somebody, without HTTP: the same rules and the same contract, inside one transaction.

import { moduleNames } from '#contract/company.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { check } from '#contract/kernel/schema.ts';
import { permissions } from '#contract/permissions.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Throws what the handler throws, and a TypeError for input that the contract refuses. */
export type Call = <E extends Endpoint>(endpoint: E, input: RequestOf<E>) => Promise<ResponseOf<E>>;

/** `as(employee_id)` calls for that person. */
export function createDesk(app: Pick<App, 'features'>, tx: Tx): (employee_id: string) => Call {
  const routes = new Map(
    app.features.flatMap((feature) => feature.routes).map((route) => [route.endpoint.name, route]),
  );
  return (employee_id) => {
    const actor: Actor = {
      company_id: tx.company_id,
      employee_id,
      session_id: employee_id,
      permissions: new Set(permissions),
      modules: new Set(moduleNames),
    };
    return async <E extends Endpoint>(endpoint: E, input: RequestOf<E>) => {
      const parsed = check(endpoint.input, input);
      if (parsed.issues)
        throw new TypeError(`${endpoint.name}: ${JSON.stringify(parsed.issues)} in ${JSON.stringify(input)}`);
      const handle = routes.get(endpoint.name)?.handle;
      if (!handle) throw new TypeError(`Nothing answers ${endpoint.name}`);
      // The platform does the same: handlers are tied to their endpoint's types where they are declared (implement).
      return (await handle({ tx, actor, idempotencyKey: undefined } as never, parsed.value as never)) as ResponseOf<E>;
    };
  };
}
