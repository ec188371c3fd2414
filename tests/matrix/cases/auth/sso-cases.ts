// Valid calls of the endpoints of single sign-on. Each side has a provider that answers; what it says is another test's concern.
import { goProve } from '#contract/auth/proof.ts';
import * as sso from '#contract/auth/sso.ts';
import { domainCode, prove, setUp } from '../../../flows/sso.fixture.ts';
import { TestClient } from '../../../kit/client.ts';
import { type HostileProvider, openHostileProvider } from '../../../kit/outside/hostile-provider.ts';
import { type Side, some } from '../../world.ts';
import { entry } from '../case.ts';
import { somebody } from './newcomers.ts';

/** Lives as long as the process. */
let provider: Promise<HostileProvider> | undefined;
const nobody = new TestClient('');

const newDomain = () => `${some()}.example`;
const claimed = async ({ owner }: Side) => {
  const domain = newDomain();
  await owner.call(sso.claimDomain, { domain });
  return domain;
};
const ready = async (side: Side) => setUp(side.owner, await (provider ??= openHostileProvider()));

export const ssoCases = [
  entry(goProve, { session: true })(async (side) => {
    await ready(side);
    const by = await somebody(side);
    const { issuer } = await (provider ??= openHostileProvider());
    await side.app.sql('INSERT INTO sso_identity (company_id, issuer, subject, employee_id) VALUES ($1, $2, $3, $4)', [
      side.company_id,
      issuer,
      some(),
      by.employee_id,
    ]);
    return { by, input: { origin: side.app.url, back: `/admin/${side.word}` } };
  }),
  entry(sso.beginSso)(async (side) => {
    await ready(side);
    const domain = newDomain();
    await prove(side.app, side.owner, domain);
    const { company_id, app } = side;
    return { by: nobody, input: { company_id, email_id: `somebody@${domain}`, origin: app.url } };
  }),
  entry(sso.getSso)(() => ({ input: {} })),
  entry(sso.updateSso)(async () => ({
    input: {
      issuer: (await (provider ??= openHostileProvider())).issuer,
      client_id: some(),
      client_secret: some(),
      create_accounts: true,
      enabled: true,
      confirm: true as const,
    },
  })),
  entry(sso.testSso)(async (side) => {
    await ready(side);
    return { input: { with_client: true } };
  }),
  entry(sso.claimDomain)(() => ({ input: { domain: newDomain() } })),
  entry(sso.mailDomainCode)(async (side) => ({ input: { domain: await claimed(side), mailbox: 'admin' as const } })),
  entry(sso.verifyDomain, { spent: 'AUTH_OTP_EXPIRED' })(async (side) => {
    const domain = await claimed(side);
    return { input: { domain, code: await domainCode(side.app, side.owner, domain) } };
  }),
  entry(sso.deleteDomain)(async (side) => ({ input: { domain: await claimed(side) } })),
];
