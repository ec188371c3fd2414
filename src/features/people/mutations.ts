// What can be changed about people; it needs a connection. One's own status: own-status.ts.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { sendPasswordLink } from '#contract/people/access.ts';
import * as contract from '#contract/people.ts';
import { ApiError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';

export const createPerson = (input: Omit<RequestOf<typeof contract.create>, 'employee_id'>) =>
  app.call(contract.create, { employee_id: uuid(), ...input });

export const setAccountStatus = (employee_id: string, status: RequestOf<typeof contract.setStatus>['status']) =>
  app.call(contract.setStatus, { employee_id, status });

/** `unsure`: the account waits for an invitation, and it is not known whether that was sent. */
type Activated = 'active' | 'invited' | 'unsure';

/** Who never accepted the invitation gets another one, and is not active: `invited`. */
export async function activate(employee_id: string): Promise<Activated> {
  try {
    await setAccountStatus(employee_id, 'ACTIVE');
    return 'active';
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'INVALID_REQUEST')) throw thrown;
    await setAccountStatus(employee_id, 'INVITED');
    return inviteAgain(employee_id).then(
      () => 'invited',
      () => 'unsure',
    );
  }
}

/** What is told when it is done. */
export const activatedText = (name: string, how: Activated): string =>
  ({
    active: `The account of ${name} is switched on again.`,
    invited: `${name} never accepted the invitation: a new one is on its way.`,
    unsure: `${name} never accepted the invitation, and a new one may not have been sent: send it again.`,
  })[how];

export const inviteAgain = (employee_id: string) => app.call(contract.invite, { employee_id });

export const sendPasswordReset = (employee_id: string) => app.call(sendPasswordLink, { employee_id });

export const updatePerson = (input: RequestOf<typeof contract.update>) => app.call(contract.update, input);
