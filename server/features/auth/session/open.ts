// Beginning a session, giving it tokens, ending it.
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import type { AuditAction } from '#contract/audit.ts';
import type { Session } from '#contract/auth.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { OpenCall } from '../../../platform/feature.ts';
import { findProfile, type PeoplePort } from '../ports.ts';
import { type EndedRow, endOne, insertSession, insertToken, type Whereabouts } from '../repo/session-repo.ts';
import { hashOf, newSecret } from '../secrets.ts';

export interface Opened {
  readonly session_id: string;
  /** For the cookie. */
  readonly secret: string;
  readonly access_token: string;
}

const address = v.pipe(v.string(), v.ip());

/** Where a call came from, and what its browser calls itself. */
export const whereaboutsOf = ({ headers, ip }: Pick<OpenCall, 'headers' | 'ip'>): Whereabouts => ({
  user_agent: (headers['user-agent'] ?? '').slice(0, 300),
  // Behind a proxy it is what the proxy says.
  address: v.is(address, ip) ? ip.replace(/^::ffff:(?=\d+\.)/, '') : '',
});

/** A new session of the browser that calls. */
export async function openSession(
  tx: Tx,
  employee_id: string,
  call: Pick<OpenCall, 'headers' | 'ip'>,
): Promise<Opened> {
  const session_id = uuid();
  const secret = newSecret();
  await insertSession(tx, { session_id, employee_id, secret_hash: hashOf(secret), ...whereaboutsOf(call) });
  const access_token = await issueToken(tx, session_id, 1);
  await audit(tx, tx.company_id, employee_id, 'auth.signed_in', { session_id });
  return { session_id, secret, access_token };
}

/** One more token of the generation. */
export async function issueToken(tx: Tx, session_id: string, generation: number): Promise<string> {
  const token = newSecret();
  await insertToken(tx, { hash: hashOf(token), session_id, generation });
  return token;
}

/** Ends one session, with its sockets and cached tokens; undefined if it is over already. `why` goes into the audit. */
export async function endSession(
  tx: Tx,
  bus: Bus,
  session_id: string,
  why: AuditAction,
): Promise<EndedRow | undefined> {
  const ended = await endOne(tx, session_id);
  if (!ended) return undefined;
  const { company_id } = tx;
  const { employee_id } = ended;
  await audit(tx, company_id, employee_id, why, { session_id });
  tx.afterCommit(() => bus.signal({ type: 'sessions_ended', company_id, employee_id, session_ids: [session_id] }));
  return ended;
}

/** What a client keeps of its session. Undefined if the account is not ACTIVE. */
export async function presentSession(
  tx: Tx,
  people: PeoplePort,
  employee_id: string,
  given: { session_id: string; access_token: string },
): Promise<Session | undefined> {
  const [employee_profile, permissions] = await Promise.all([
    findProfile(tx, people, employee_id),
    people.permissionsOf(tx, employee_id),
  ]);
  if (employee_profile?.employee_account_status !== 'ACTIVE') return undefined;
  const { access_token, session_id } = given;
  return {
    access_token,
    session_id,
    company_id: tx.company_id,
    employee_id,
    employee_profile,
    permissions,
    intercom_hmac: null,
  };
}
