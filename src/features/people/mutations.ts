// What can be changed about people. Administration needs a connection; one's own profile and status may wait in the outbox.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';

export const createPerson = (input: Omit<RequestOf<typeof contract.create>, 'employee_id'>) =>
  app.call(contract.create, { employee_id: uuid(), ...input });

export const setAccountStatus = (employee_id: string, status: RequestOf<typeof contract.setStatus>['status']) =>
  app.call(contract.setStatus, { employee_id, status });

export const removePerson = (employee_id: string) => app.call(contract.remove, { employee_id });

export const inviteAgain = (employee_id: string) => app.call(contract.invite, { employee_id });

export const updatePerson = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);

/** One's own status; waits in the outbox without a connection, the last choice wins. */
export function setStatus(
  status_type: NonNullable<RequestOf<typeof contract.update>['employee_status']>['status_type'],
): void {
  const { client } = app.state;
  if (!client) return;
  const input = { employee_id: client.context.self, employee_status: { status_type } };
  client.outbox.enqueue({
    endpoint: contract.update,
    input,
    id: uuid(),
    scope: 'status',
    replaces: 'status',
    predicted: [],
  });
}
