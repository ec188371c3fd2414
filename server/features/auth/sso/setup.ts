// Setting single sign-on up: the provider, and trying it out. The secret goes in and never comes out.

import type { AuditAction } from '#contract/audit.ts';
import type { SsoSetup, SsoStep, testSso, updateSso } from '#contract/auth/sso.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { CALLBACK_PATH } from './begin.ts';
import { type DomainRow, findConfig, holdSetup, listDomains, putConfig, type SsoConfig } from './config-repo.ts';
import { checkClient, checkKeys, discover, ProviderError } from './provider.ts';
import { opened, sealed } from './sealed.ts';
import { tellOwners } from './tell.ts';

/** As its administrators see it. */
export async function present({ tx, actor }: Pick<SessionCall, 'tx' | 'actor'>, deps: Deps): Promise<SsoSetup> {
  const [config, domains, owner] = await Promise.all([
    findConfig(tx),
    listDomains(tx),
    deps.people.isOwner(tx, actor.employee_id),
  ]);
  const { publicUrl } = deps.context.config;
  return {
    config: config ? shown(config, opened(deps.ssoSealer, tx.company_id, config.client_secret)) : null,
    may_choose: mayChoose(owner, config),
    may_confirm: owner,
    redirect_uri: publicUrl ? publicUrl + CALLBACK_PATH : null,
    domains: domains.map(({ domain, token, verified }) => ({ domain, verified, ...recordOf({ domain, token }) })),
  };
}

const shown = ({ client_secret: _, unconfirmed_by, ...config }: SsoConfig, secret: string) => ({
  ...config,
  has_secret: secret !== '',
  confirmed: unconfirmed_by === null,
});

const PROVIDER: ReadonlySet<keyof SsoConfig> = new Set(['issuer', 'client_id', 'client_secret']);

/**
 * Who answers for everybody's address comes in as anybody, owners too: nobody else may take that from a provider that is confirmed. The
 * first one, and putting it right until then, is for whoever configures the company: see `isReached` for how far it reaches.
 */
const mayChoose = (owner: boolean, config: SsoConfig | undefined): boolean =>
  owner || !config || config.unconfirmed_by !== null;

/** The TXT record that proves a domain. */
export const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  record_name: `_limelight.${domain}`,
  record_value: `limelight-verification=${token}`,
});

export async function change(
  deps: Deps,
  call: SessionCall,
  { client_secret, confirm, ...input }: ParsedOf<typeof updateSso>,
): Promise<SsoSetup> {
  const { tx, actor } = call;
  if (!isIssuer(input.issuer, deps))
    throw invalid([{ path: 'issuer', message: 'Not an https address of the outside' }]);
  const before = await holdSetup(tx);
  // The secret is for the one that it is from: whoever may set this up must not make us tell it to somebody else.
  if (client_secret === undefined && before?.client_secret && before.issuer !== input.issuer)
    throw invalid([{ path: 'client_secret', message: 'Another provider has another secret' }]);
  const kept = before?.client_secret ?? '';
  const same = client_secret === undefined || client_secret === opened(deps.ssoSealer, tx.company_id, kept);
  const wanted = { ...input, client_secret: same ? kept : sealed(deps.ssoSealer, tx.company_id, client_secret) };
  const fields = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = fields.filter((field) => before?.[field] !== wanted[field]);
  const another = changed.some((field) => PROVIDER.has(field));
  const owner = await deps.people.isOwner(tx, actor.employee_id);
  if ((another && !mayChoose(owner, before)) || (confirm && !owner)) throw new AppError('OWNER_ONLY');
  // Somebody else's choice is not confirmed by switching it off, or by putting its secret right.
  const own = owner && (confirm || changed.includes('issuer'));
  const chosen_by = another && !owner ? actor.employee_id : (before?.unconfirmed_by ?? null);
  const confirms = own && Boolean(before?.unconfirmed_by);
  if (!changed.length && !confirms) return present(call, deps);
  await putConfig(tx, { ...wanted, unconfirmed_by: own ? null : chosen_by });
  const { enabled, create_accounts } = wanted;
  const tell = (action: AuditAction, detail: Readonly<Record<string, unknown>>) =>
    audit(tx, tx.company_id, actor.employee_id, action, detail);
  if (changed.length) await tell('auth.sso_changed', { changed, enabled, create_accounts });
  if (confirms) await tell('auth.sso_confirmed', {});
  // Who puts the secret of their own choice right has chosen nothing else.
  const chose = changed.includes('issuer') || changed.includes('client_id') || chosen_by !== before?.unconfirmed_by;
  if (another && !owner && chose) await tellOwners(call, deps, wanted.issuer, 'chosen');
  if (confirms) await tellOwners(call, deps, wanted.issuer, 'confirmed');
  return present(call, deps);
}

/** Without a query or a fragment, as the standard says. */
const isIssuer = (issuer: string, { context }: Deps): boolean =>
  context.outbound.accepts(issuer) && !/[?#\s]/.test(issuer);

const STEPS: readonly SsoStep[] = ['discovery', 'issuer', 'endpoints', 'keys', 'client'];

export async function tryOut(
  { context, ssoSealer }: Deps,
  { tx, actor }: SessionCall,
  { with_client: withClient = false }: ParsedOf<typeof testSso>,
): Promise<Afterwards<ResponseOf<typeof testSso>>> {
  const kept = await findConfig(tx);
  if (!kept) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  const { company_id } = tx;
  const config = { ...kept, client_secret: opened(ssoSealer, company_id, kept.client_secret) };
  return async () => {
    const failed = await failedStep(context, config, withClient);
    const all = STEPS.filter((step) => withClient || step !== 'client');
    const at = failed ? all.indexOf(failed) : all.length - 1;
    const steps = all.slice(0, at + 1).map((step) => ({ step, ok: step !== failed }));
    await context.db.company(company_id, (after) =>
      audit(after, company_id, actor.employee_id, 'auth.sso_tested', { failed: failed ?? null }),
    );
    return { steps };
  };
}

async function failedStep(
  { outbound, config: { publicUrl } }: Deps['context'],
  config: SsoConfig,
  withClient: boolean,
): Promise<SsoStep | undefined> {
  try {
    await checkKeys(outbound, await discover(outbound, config.issuer));
    if (withClient) await checkClient(outbound, config, (publicUrl ?? '') + CALLBACK_PATH);
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error.step;
    throw error;
  }
}
