// Who tried what they may not do leaves a line in the audit: once an hour for each person and endpoint, so that nobody can fill it.
import type { Actor } from '../actor.ts';
import type { Context } from '../feature.ts';
import { audit } from './audit.ts';

const AGAIN_MS = 3_600_000;
const MAX = 20_000;

/** Notes it without being waited for: the answer takes as long as any. One node counts for itself. */
export type NoteRefusal = (actor: Actor, endpoint: string) => void;

/** `now` in milliseconds; never goes back. */
export function createRefusals(
  { db, log }: Pick<Context, 'db' | 'log'>,
  now: () => number = () => performance.now(),
): NoteRefusal {
  /** Oldest first. */
  const noted = new Map<string, number>();
  return ({ company_id, employee_id }, endpoint) => {
    for (const [key, at] of noted) {
      if (at > now() - AGAIN_MS && noted.size < MAX) break;
      noted.delete(key);
    }
    const key = `${company_id}/${employee_id}/${endpoint}`;
    if (noted.has(key)) return;
    noted.set(key, now());
    db.company(company_id, (tx) => audit(tx, company_id, employee_id, 'auth.permission_refused', { endpoint })).catch(
      (error: unknown) => {
        // The next one will leave the line.
        noted.delete(key);
        log.warn({ err: error }, 'audit of a refusal');
      },
    );
  };
}
