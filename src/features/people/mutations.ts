// What can be changed about people; it needs a connection. One's own status: own-status.ts.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people.ts';
import { app } from '#src/realtime/app.ts';

export const createPerson = (input: Omit<RequestOf<typeof contract.create>, 'employee_id'>) =>
  app.call(contract.create, { employee_id: uuid(), ...input });

export const setAccountStatus = (employee_id: string, status: RequestOf<typeof contract.setStatus>['status']) =>
  app.call(contract.setStatus, { employee_id, status });

export const inviteAgain = (employee_id: string) => app.call(contract.invite, { employee_id });

export const updatePerson = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);
