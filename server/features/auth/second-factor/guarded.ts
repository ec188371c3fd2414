// What asks for the password and for a second factor: changing, in an open session, what signing in asks for.
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { proveAgain } from './prove-again.ts';

/** The password first, then `work`, where undefined stands for a wrong answer: counted, recorded, AUTH_OTP_INVALID. */
export async function guarded<T>(
  deps: Deps,
  actor: Actor,
  password: string | undefined,
  work: (tx: Tx) => Promise<T | undefined>,
): Promise<T> {
  const { company_id, employee_id } = actor;
  await proveAgain(deps, actor, password);
  await deps.countSecond(employee_id);
  const done = await deps.context.db
    .company(company_id, async (tx) => {
      const result = await work(tx);
      if (result === undefined) await audit(tx, company_id, employee_id, 'auth.second_factor_refused');
      return result;
    })
    // What is refused for another reason, or fails, was no guess.
    .catch(async (error: unknown) => {
      await deps.countSecond(employee_id, -1);
      throw error;
    });
  if (done === undefined) throw new AppError('AUTH_OTP_INVALID');
  await deps.countSecond(employee_id, -1);
  return done;
}
