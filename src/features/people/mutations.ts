// What can be changed about people; it needs a connection. One's own status: own-status.ts.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people.ts';
import { ApiError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';

export const createPerson = (input: Omit<RequestOf<typeof contract.create>, 'employee_id'>) =>
  app.call(contract.create, { employee_id: uuid(), ...input });

export const setAccountStatus = (employee_id: string, status: RequestOf<typeof contract.setStatus>['status']) =>
  app.call(contract.setStatus, { employee_id, status });

/** Who never accepted the invitation is invited again, not active. */
export const activate = (employee_id: string): Promise<unknown> =>
  setAccountStatus(employee_id, 'ACTIVE').catch((thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.code === 'INVALID_REQUEST')
      return setAccountStatus(employee_id, 'INVITED');
    throw thrown;
  });

export const inviteAgain = (employee_id: string) => app.call(contract.invite, { employee_id });

export const updatePerson = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);
