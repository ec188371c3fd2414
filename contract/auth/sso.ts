// Company single sign-on (OpenID Connect): beginning it, setting it up, and the domains that a company has proven to be its own
// (S7 "Auth", wire.md, product.md 3.1).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { email, empty, id, text } from '../kernel/fields.ts';

const domain = v.pipe(
  text(253),
  v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i, 'Not a domain'),
  v.toLowerCase(),
);

/**
 * Where to send the browser. By the company, or by the domain of the address; `origin` is the app's own, to which people come back:
 * any other is INVALID_REQUEST. The same answers whether the address is known or not. AUTH_SSO_FAILED: the provider does not answer.
 */
export const beginSso = endpoint({
  name: 'auth.sso.login',
  method: 'GET',
  path: '/auth/login/sso',
  access: 'open',
  rate: 'sign_in',
  input: v.strictObject({ company_id: v.optional(id), email_id: v.optional(email), origin: text(300, 1) }),
  output: v.strictObject({ redirect_url: v.string() }),
  refs: { company_id: 'company' },
  errors: { AUTH_SSO_NOT_CONFIGURED: 403, AUTH_SSO_OUTSIDE_DOMAIN: 403, AUTH_SSO_FAILED: 502 },
});

const ssoDomain = v.strictObject({
  domain: v.string(),
  verified: v.boolean(),
  /** The TXT record that proves it. */
  record_name: v.string(),
  record_value: v.string(),
});
export type SsoDomain = v.InferOutput<typeof ssoDomain>;

const ssoSetup = v.strictObject({
  /** Null until it is set up for the first time. The secret is never said again. */
  config: v.nullable(
    v.strictObject({
      issuer: v.string(),
      client_id: v.string(),
      has_secret: v.boolean(),
      /** Whoever the provider knows and the company does not gets an account when they sign in. */
      create_accounts: v.boolean(),
      enabled: v.boolean(),
      /** An owner has chosen it, or said that it is the company's. Until then it lets in nobody but who has set it up. */
      confirmed: v.boolean(),
    }),
  ),
  /** The caller may choose another provider. */
  may_choose: v.boolean(),
  /** The caller may say that what somebody else has set up is the company's. */
  may_confirm: v.boolean(),
  /** What the provider must be told; null where it is the page's own origin and `/api/auth/login/sso/callback`. */
  redirect_uri: v.nullable(v.string()),
  /** By name. Only people with an address in a verified one come in by single sign-on. */
  domains: v.array(ssoDomain),
});
export type SsoSetup = v.InferOutput<typeof ssoSetup>;

const admin = { access: { all: ['company.configure'] } } as const;
const once = { ...admin, rate: 'write' } as const;
const write = { ...once, idempotency: 'natural' } as const;

export const getSso = endpoint({
  ...admin,
  name: 'auth.sso.get',
  proof: 'lately',
  method: 'GET',
  path: '/config/sso/get',
  rate: 'read',
  input: empty,
  output: ssoSetup,
});

/**
 * `client_secret`: left out it stays as it is, which another issuer may not have it (INVALID_REQUEST); empty for a client that
 * has none. OWNER_ONLY for another provider than one that is confirmed, and for `confirm`: who vouches for everybody's address comes in as
 * anybody.
 */
export const updateSso = endpoint({
  ...write,
  name: 'auth.sso.update',
  method: 'POST',
  path: '/config/sso/update',
  proof: 'fresh',
  input: v.strictObject({
    issuer: text(500, 1),
    client_id: text(300, 1),
    client_secret: v.optional(text(1000)),
    create_accounts: v.boolean(),
    enabled: v.boolean(),
    /** What is set up is the company's provider. */
    confirm: v.optional(v.literal(true)),
  }),
  output: ssoSetup,
  errors: { OWNER_ONLY: 403 },
});

const ssoStep = v.picklist(['discovery', 'issuer', 'endpoints', 'keys', 'client']);

/**
 * Asks the provider now, as signing in would. The steps until the first that fails, in this order; the last, whether it knows our
 * client ID and secret, only `with_client`: who does not ask for it has no word for it.
 */
export const testSso = endpoint({
  ...write,
  name: 'auth.sso.test',
  method: 'POST',
  path: '/config/sso/test',
  input: v.strictObject({ with_client: v.optional(v.boolean()) }),
  output: v.strictObject({ steps: v.array(v.strictObject({ step: ssoStep, ok: v.boolean() })) }),
  errors: { AUTH_SSO_NOT_CONFIGURED: 403 },
});
export type SsoStep = v.InferOutput<typeof ssoStep>;

/** Once more is the same claim. Others may claim it, too: it is whose who proves it. At most 50 (TOO_MANY_DOMAINS). */
export const claimDomain = endpoint({
  ...write,
  name: 'auth.sso.claim_domain',
  method: 'POST',
  path: '/config/sso/domain/new',
  proof: 'fresh',
  input: v.strictObject({ domain }),
  output: ssoSetup,
  errors: { TOO_MANY_DOMAINS: 409 },
});

/** Mails a code to the mailbox at the domain: the other way to prove it. Good for half an hour and five tries. */
export const mailDomainCode = endpoint({
  ...once,
  name: 'auth.sso.mail_domain_code',
  method: 'POST',
  path: '/config/sso/domain/mail',
  input: v.strictObject({ domain, mailbox: v.picklist(['admin', 'postmaster']) }),
  output: v.null(),
  errors: { DOMAIN_NOT_FOUND: 404 },
});

/**
 * By the TXT record (DOMAIN_NOT_PROVEN if it is not there yet), and then once more is nothing; or by the mailed code, which is good
 * for one use (AUTH_OTP_EXPIRED after it). DOMAIN_TAKEN: another company has proven it.
 */
export const verifyDomain = endpoint({
  ...write,
  name: 'auth.sso.verify_domain',
  method: 'POST',
  path: '/config/sso/domain/verify',
  proof: 'fresh',
  input: v.strictObject({ domain, code: v.optional(text(20)) }),
  output: ssoSetup,
  errors: {
    DOMAIN_NOT_FOUND: 404,
    DOMAIN_NOT_PROVEN: 409,
    DOMAIN_TAKEN: 409,
    AUTH_OTP_INVALID: 400,
    AUTH_OTP_EXPIRED: 400,
    AUTH_OTP_TOO_MANY_ATTEMPTS: 429,
  },
});

/** Nobody with an address in it comes in by single sign-on any more. Who is in, stays. */
export const deleteDomain = endpoint({
  ...once,
  name: 'auth.sso.delete_domain',
  method: 'DELETE',
  path: '/config/sso/domain/delete',
  proof: 'fresh',
  input: v.strictObject({ domain }),
  output: ssoSetup,
  errors: { DOMAIN_NOT_FOUND: 404 },
});
