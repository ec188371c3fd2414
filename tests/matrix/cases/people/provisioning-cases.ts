// Valid calls of the endpoints of provisioning. A company has two tokens at most, so each call is of a company of its own.
import { v7 as uuid } from 'uuid';
import * as provisioning from '#contract/provisioning.ts';
import { registerCompany } from '../../../kit/factory.ts';
import { newScimToken } from '../../world.ts';
import { entry } from '../case.ts';

export const provisioningCases = [
  entry(provisioning.getProvisioning)(() => ({ input: {} })),
  entry(provisioning.createToken)(async ({ app, word }) => {
    const { owner } = await registerCompany(app);
    return { by: owner, input: { token_id: uuid(), token_name: word } };
  }),
  entry(provisioning.revokeToken)(async ({ app, word }) => {
    const { owner } = await registerCompany(app);
    return { by: owner, input: { token_id: await newScimToken(owner, word) } };
  }),
];
