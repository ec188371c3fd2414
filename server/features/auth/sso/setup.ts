// Setting single sign-on up: the provider, and trying it out. The secret goes in and never comes out.
import type { SsoSetup, SsoStep, testSso, updateSso } from '#contract/auth/sso.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Afterwards, SessionCall } from '../../../platform/feature.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import type { Deps } from '../deps.ts';
import { CALLBACK_PATH } from './begin.ts';
import { type DomainRow, findConfig, holdConfig, listDomains, putConfig, type SsoConfig } from './config-repo.ts';
import { checkKeys, discover, ProviderError } from './provider.ts';

/** As its administrators see it. */
export async function present(tx: Tx, { context }: Deps): Promise<SsoSetup> {
  const [config, domains] = await Promise.all([findConfig(tx), listDomains(tx)]);
  const { publicUrl } = context.config;
  return {
    config: config ? shown(config) : null,
    redirect_uri: publicUrl ? publicUrl + CALLBACK_PATH : null,
    domains: domains.map(({ domain, token, verified }) => ({ domain, verified, ...recordOf({ domain, token }) })),
  };
}

const shown = ({ client_secret, ...config }: SsoConfig) => ({ ...config, has_secret: client_secret !== '' });

const PROVIDER: ReadonlySet<keyof SsoConfig> = new Set(['issuer', 'client_id', 'client_secret']);

/** The TXT record that proves a domain. */
export const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  record_name: `_limelight.${domain}`,
  record_value: `limelight-verification=${token}`,
});

export async function change(
  deps: Deps,
  { tx, actor }: SessionCall,
  { client_secret, ...input }: ParsedOf<typeof updateSso>,
): Promise<SsoSetup> {
  if (!isIssuer(input.issuer, deps))
    throw invalid([{ path: 'issuer', message: 'Not an https address of the outside' }]);
  const before = await holdConfig(tx);
  // The secret is for the one that it is from: whoever may set this up must not make us tell it to somebody else.
  if (client_secret === undefined && before?.client_secret && before.issuer !== input.issuer)
    throw invalid([{ path: 'client_secret', message: 'Another provider has another secret' }]);
  const after: SsoConfig = { ...input, client_secret: client_secret ?? before?.client_secret ?? '' };
  const fields = Object.keys(after) as (keyof SsoConfig)[];
  const changed = fields.filter((field) => before?.[field] !== after[field]);
  if (!changed.length) return present(tx, deps);
  // Who answers for everybody's address comes in as anybody, owners too: nobody else may decide who that is.
  if (changed.some((field) => PROVIDER.has(field)) && !(await deps.people.isOwner(tx, actor.employee_id)))
    throw new AppError('OWNER_ONLY');
  await putConfig(tx, after);
  const { enabled, create_accounts } = after;
  await audit(tx, tx.company_id, actor.employee_id, 'auth.sso_changed', { changed, enabled, create_accounts });
  return present(tx, deps);
}

/** Without a query or a fragment, as the standard says. */
const isIssuer = (issuer: string, { context }: Deps): boolean =>
  context.outbound.accepts(issuer) && !/[?#\s]/.test(issuer);

const STEPS: readonly SsoStep[] = ['discovery', 'issuer', 'endpoints', 'keys'];

export async function tryOut(
  { context }: Deps,
  { tx, actor }: SessionCall,
): Promise<Afterwards<ResponseOf<typeof testSso>>> {
  const config = await findConfig(tx);
  if (!config) throw new AppError('AUTH_SSO_NOT_CONFIGURED');
  const { company_id } = tx;
  return async () => {
    const failed = await failedStep(context.outbound, config.issuer);
    const at = failed ? STEPS.indexOf(failed) : STEPS.length - 1;
    const steps = STEPS.slice(0, at + 1).map((step) => ({ step, ok: step !== failed }));
    await context.db.company(company_id, (after) =>
      audit(after, company_id, actor.employee_id, 'auth.sso_tested', { failed: failed ?? null }),
    );
    return { steps };
  };
}

async function failedStep(outbound: Deps['context']['outbound'], issuer: string): Promise<SsoStep | undefined> {
  try {
    await checkKeys(outbound, await discover(outbound, issuer));
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error.step;
    throw error;
  }
}
