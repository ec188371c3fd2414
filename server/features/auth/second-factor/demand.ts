// The company's wish that everybody who signs in with a password has a second factor.
import type { getDemand, setDemand } from '#contract/auth/demand.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { SessionCall } from '../../../platform/feature.ts';
import type { Deps } from '../deps.ts';
import { countWithFactor, countWithout, endWithout, isDemanded, putDemand } from './policy-repo.ts';

type Demand = ResponseOf<typeof getDemand>;

export async function presentDemand({ tx, actor }: SessionCall): Promise<Demand> {
  const [demanded, with_factor, signed_in_without] = await Promise.all([
    isDemanded(tx),
    countWithFactor(tx),
    countWithout(tx, actor.employee_id),
  ]);
  return { demanded, with_factor, signed_in_without };
}

export async function changeDemand(
  { context }: Deps,
  call: SessionCall,
  { demanded, sign_out = false }: ParsedOf<typeof setDemand>,
): Promise<Demand> {
  const { tx, actor } = call;
  const { company_id } = tx;
  const changed = await putDemand(tx, demanded);
  const ended = demanded && sign_out ? await endWithout(tx, actor.employee_id) : new Map<string, string[]>();
  for (const [employee_id, session_ids] of ended)
    tx.afterCommit(() => context.bus.signal({ type: 'sessions_ended', company_id, employee_id, session_ids }));
  if (changed || ended.size)
    await audit(tx, company_id, actor.employee_id, 'auth.second_factor_demanded', {
      demanded,
      signed_out: ended.size,
    });
  return presentDemand(call);
}
