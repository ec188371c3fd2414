// The company's single sign-on as its administrators see it: not kept on the device, since nothing can be done about it without a
// connection.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as sso from '#contract/auth/sso.ts';
import { authTexts } from '#src/features/auth/messages.ts';
import { app } from '#src/realtime/app.ts';

export type { SsoDomain, SsoSetup, SsoStep } from '#contract/auth/sso.ts';

export const ssoQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: ({ signal }) => app.call(sso.getSso, {}, { signal }),
  staleTime: 0,
  meta: { keep: false },
});

/** What the server answered stands on the screen at once. */
export function put(client: QueryClient, setup: sso.SsoSetup): void {
  client.setQueryData(ssoQuery.queryKey, setup);
}

/** By the mailed code, which is good for one use: refused, it may have been used by a call whose answer was lost. */
export async function proveByCode(client: QueryClient, domain: string, code: string): Promise<void> {
  try {
    put(client, await app.call(sso.verifyDomain, { domain, code }));
  } catch (error) {
    void client.invalidateQueries({ queryKey: ssoQuery.queryKey });
    throw error;
  }
}

export const ssoTexts: Readonly<Record<string, string>> = {
  ...authTexts,
  AUTH_SSO_NOT_CONFIGURED: 'Save your provider first.',
  AUTH_OTP_INVALID: 'This code is not right. Please check it.',
  AUTH_OTP_EXPIRED: 'This code has run out. Please ask for a new one.',
  TOO_MANY_DOMAINS: 'A company can have at most 50 domains here.',
  DOMAIN_NOT_FOUND: 'This domain is not here any more.',
  DOMAIN_NOT_PROVEN: 'We could not find this record yet. New records can take an hour to appear.',
  OWNER_ONLY: 'An owner of your company has confirmed this provider: only an owner can choose another one.',
  DOMAIN_TAKEN: 'Another company here has proven this domain already.',
};
