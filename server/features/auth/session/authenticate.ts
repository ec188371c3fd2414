// Who calls: from the token's row in the database, never from what the other headers say. Those are hints; one that does not
// fit is refused and recorded.
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Authenticate } from '../../../platform/http/routes.ts';
import { type AuthPorts, findProfile } from '../ports.ts';
import { bump, findHome, findToken, markUsed, type TokenRow } from '../repo/session-repo.ts';
import { hashOf, isSecret } from '../secrets.ts';
import { createActorCache, type Found } from './actor-cache.ts';
import { endCopied } from './copied.ts';
import { issueToken } from './open.ts';
import { judge } from './rotation.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Mismatches recorded per session and minute; more are refused without a record. */
const MAX_MISMATCHES = 60;

type Ports = Pick<AuthPorts, 'people' | 'company'>;
type Hints = Record<keyof typeof sessionHeaders, string>;

/** One for the process: it remembers who calls. */
export function createAuthenticate(context: Context, ports: Ports): Authenticate {
  const { bus, db, limits } = context;
  const cache = createActorCache(bus);
  const countMismatch = limits.create('auth.mismatch', MAX_MISMATCHES, 60);

  // The company is only where to look: the token must be found there. Elsewhere is asked for mismatches alone.
  const look = async (hash: Buffer, hint: string): Promise<Found | undefined> => {
    const there = UUID.test(hint) ? await lookIn(hint, hash) : 'nowhere';
    if (there !== 'nowhere') return there;
    const home = await db.system((tx) => findHome(tx, hash));
    const found = home ? await lookIn(home.company_id, hash) : undefined;
    return found === 'nowhere' ? undefined : found;
  };
  const lookIn = (company_id: string, hash: Buffer): Promise<Found | 'nowhere' | undefined> =>
    db.company(company_id, async (tx) => {
      const row = await findToken(tx, hash);
      return row ? identify(tx, context, ports, row) : 'nowhere';
    });

  return async (headers) => {
    const hints = readHints(headers);
    const hash = hashOf(hints.access_token);
    const key = hash.toString('base64');
    const known = cache.get(key);
    const found = known ? { actor: known } : await cache.load(key, () => look(hash, hints.company_id));
    if (!found || found.actor.session_id !== hints.session_id) throw new AppError('AUTH_INVALID_TOKEN');
    const { actor } = found;
    if (actor.company_id !== hints.company_id || actor.employee_id !== hints.employee_id) {
      await countMismatch(actor.session_id);
      await db.company(actor.company_id, (tx) => recordMismatch(tx, actor, hints));
      throw new AppError('AUTH_WRONG_COMPANY');
    }
    return 'fresh' in found && found.fresh ? { actor, fresh: { access_token: found.fresh } } : { actor };
  };
}

/** All four, or AUTH_INVALID_TOKEN. */
function readHints(headers: Parameters<Authenticate>[0]): Hints {
  const hints: Partial<Hints> = {};
  for (const [field, name] of Object.entries(sessionHeaders) as [keyof Hints, string][]) {
    const value = headers[name];
    if (typeof value !== 'string' || !value) throw new AppError('AUTH_INVALID_TOKEN');
    hints[field] = field === 'access_token' ? value : value.toLowerCase();
  }
  if (!isSecret(hints.access_token ?? '')) throw new AppError('AUTH_INVALID_TOKEN');
  return hints as Hints;
}

/** Who the token stands for, with a successor if it is due; undefined if it stands for nobody (any more). */
async function identify(tx: Tx, context: Context, ports: Ports, row: TokenRow): Promise<Found | undefined> {
  const { company_id, session_id, employee_id, generation } = row;
  const verdict = judge(row);
  if (verdict.kind === 'stolen') await endCopied(tx, { context, ...ports }, session_id, 'auth.stale_token_shown');
  if (verdict.kind !== 'live') return undefined;
  const [person, permissions, modules] = await Promise.all([
    findProfile(tx, ports.people, employee_id),
    ports.people.permissionsOf(tx, employee_id),
    ports.company.modulesOf(tx),
  ]);
  if (person?.employee_account_status !== 'ACTIVE') return undefined;
  if (row.company_status !== 'ACTIVE') throw new AppError('COMPANY_SUSPENDED');
  if (verdict.first) await markUsed(tx, session_id, generation);
  const next = verdict.rotate ? await bump(tx, session_id, generation) : undefined;
  const actor: Actor = {
    company_id,
    employee_id,
    session_id,
    permissions: new Set(permissions),
    modules: new Set(modules),
  };
  const found = { actor, for_ms: verdict.for_ms };
  return next === undefined ? found : { ...found, fresh: await issueToken(tx, session_id, next) };
}

/** In the company whose session it is. What was claimed is recorded only where it has the shape of an id. */
export async function recordMismatch(
  tx: Tx,
  session: { company_id: string; employee_id: string; session_id: string },
  claimed: { company_id: string; employee_id: string },
): Promise<void> {
  const id = (text: string) => (UUID.test(text) ? text : null);
  const detail = {
    session_id: session.session_id,
    company_id: id(claimed.company_id),
    employee_id: id(claimed.employee_id),
  };
  await audit(tx, session.company_id, session.employee_id, 'auth.wrong_company', detail);
}
