// One's own status, which is there from the start: what else can be changed about people is loaded when it is needed.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { update } from '#contract/people/profile.ts';
import { app } from '#src/realtime/app.ts';

/** One's own status; waits in the outbox without a connection, the last choice wins. */
export function setStatus(status_type: NonNullable<RequestOf<typeof update>['employee_status']>['status_type']): void {
  const { client } = app.state;
  if (!client) return;
  const input = { employee_id: client.context.self, employee_status: { status_type } };
  client.outbox.enqueue({
    endpoint: update,
    input,
    id: uuid(),
    scope: 'status',
    replaces: 'status',
    predicted: [],
  });
}
