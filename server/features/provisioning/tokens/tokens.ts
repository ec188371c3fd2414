// The keys that identity providers call with: made, revoked, and who it is that calls with one.
import { PROVISIONING_ACTOR } from '#contract/audit.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { type createToken, type Provisioning, SCIM_BASE } from '#contract/provisioning.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashOf, isSecret, newSecret, seekCompany } from '../../auth/service.ts';
import { modulesOf } from '../../company/service.ts';
import type { ProvisionedPort } from '../ports.ts';
import { deleteToken, findToken, freeSlot, insertToken, listFailures, listTokens } from './token-repo.ts';

interface Deps extends Pick<Context, 'config'> {
  readonly port: ProvisionedPort;
}

/** As those who configure the company see it. */
export async function present(tx: Tx, { config: { publicUrl } }: Pick<Context, 'config'>): Promise<Provisioning> {
  const [tokens, failures] = [await listTokens(tx), await listFailures(tx)];
  return {
    base_url: publicUrl ? publicUrl + SCIM_BASE : null,
    tokens: tokens.map(({ slot: _, ...token }) => token),
    failures,
  };
}

/** NO_PERMISSION for who would hand on more than they may do themselves. TOO_MANY_TOKENS. */
export async function makeToken(
  tx: Tx,
  actor: Actor,
  { token_id, token_name }: ParsedOf<typeof createToken>,
  context: Deps,
): Promise<ResponseOf<typeof createToken>> {
  await context.port.checkMayProvision(tx, actor);
  const all = await listTokens(tx);
  if (all.some((one) => one.token_id === token_id)) return { provisioning: await present(tx, context), secret: null };
  const slot = freeSlot(all);
  if (slot === undefined) throw new AppError('TOO_MANY_TOKENS');
  const secret = newSecret();
  try {
    await insertToken(tx, { token_id, slot, token_name, created_by: actor.employee_id }, hashOf(secret));
  } catch (error) {
    // Two at once: the index is the judge.
    if ((error as { code?: string }).code === '23505') throw new AppError('TOO_MANY_TOKENS');
    throw error;
  }
  await audit(tx, actor.company_id, actor.employee_id, 'auth.provisioning_token_made', { token_id, name: token_name });
  return { provisioning: await present(tx, context), secret: write(actor.company_id, secret) };
}

export async function revoke(tx: Tx, actor: Actor, token_id: string, context: Deps): Promise<Provisioning> {
  // Of two who revoke the last two at once the second one sees that none is left.
  await context.port.lock(tx);
  const name = await deleteToken(tx, token_id);
  if (name === undefined) throw new AppError('TOKEN_NOT_FOUND');
  await audit(tx, actor.company_id, actor.employee_id, 'auth.provisioning_token_revoked', { token_id, name });
  // Nobody is left to change its groups but people.
  if (!(await listTokens(tx)).length) await context.port.groups.release(tx);
  return present(tx, context);
}

const TOKEN = /^llscim_([0-9a-f]{32})_([\w-]{43})$/;

/** It names its company, so that nobody looks for it in all of them, and says what it is to those who search for lost secrets. */
const write = (company_id: string, secret: string): string => `llscim_${company_id.replaceAll('-', '')}_${secret}`;

/** In which company to look, and for what. Undefined for what cannot be one. */
export function read(token: string): { company_id: string; hash: Buffer } | undefined {
  const [, hex = '', secret = ''] = TOKEN.exec(token) ?? [];
  if (!isSecret(secret)) return undefined;
  const company_id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { company_id, hash: hashOf(secret) };
}

/** Who calls with it: nobody of the company, but provisioning itself. AUTH_INVALID_TOKEN, COMPANY_SUSPENDED. */
export async function actorOf(tx: Tx, hash: Buffer): Promise<Actor> {
  const token_id = await findToken(tx, hash);
  if (!token_id) throw new AppError('AUTH_INVALID_TOKEN');
  if ((await seekCompany(tx))?.status !== 'ACTIVE') throw new AppError('COMPANY_SUSPENDED');
  return {
    company_id: tx.company_id,
    employee_id: PROVISIONING_ACTOR,
    session_id: token_id,
    permissions: new Set(['people.manage']),
    modules: new Set(await modulesOf(tx)),
  };
}
