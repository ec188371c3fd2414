// Provisioning as its administrators see it: not kept on the device, since nothing can be done about it without a connection.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/provisioning.ts';
import { app } from '#src/realtime/app.ts';

export { MOST_TOKENS, type Provisioning, SCIM_BASE } from '#contract/provisioning.ts';
export type Token = contract.Provisioning['tokens'][number];
export type Failure = contract.Provisioning['failures'][number];

export const provisioningQuery = queryOptions({
  queryKey: ['provisioning'],
  queryFn: ({ signal }) => app.call(contract.getProvisioning, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
});

/** What the server answered stands on the screen at once. */
function put(client: QueryClient, setup: contract.Provisioning): void {
  client.setQueryData(provisioningQuery.queryKey, setup);
}

/** The token itself, which is said once; null if this one was made before. */
export async function makeToken(client: QueryClient, token_id: string, token_name: string): Promise<string | null> {
  const { provisioning, secret } = await app.call(contract.createToken, { token_id, token_name });
  put(client, provisioning);
  return secret;
}

export async function revokeToken(client: QueryClient, token_id: string): Promise<void> {
  put(client, await app.call(contract.revokeToken, { token_id }));
}

export const provisioningTexts: Readonly<Record<string, string>> = {
  TOO_MANY_TOKENS: 'There are two tokens already. Revoke one first.',
  TOKEN_NOT_FOUND: 'This token was revoked already.',
};
