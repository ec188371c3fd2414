// The endpoints of provisioning: from the wire to the rules and back. What providers call stands in scim/.
import * as contract from '#contract/provisioning.ts';
import { type Context, implement, type Route } from '../../platform/feature.ts';
import type { ProvisionedPort } from './ports.ts';
import { makeToken, present, revoke } from './tokens/tokens.ts';

export const provisioningRoutes = (context: Context, port: ProvisionedPort): Route[] =>
  implement(contract, {
    getProvisioning: ({ tx }) => present(tx, context),
    createToken: ({ tx, actor }, input) => makeToken(tx, actor, input, { ...context, port }),
    revokeToken: ({ tx, actor }, { token_id }) => revoke(tx, actor, token_id, { ...context, port }),
  });
