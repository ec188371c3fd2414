// Provisioning: the keys by which a company's identity provider makes, changes and switches off accounts (SCIM 2.0), and what of its
// calls went wrong. The calls themselves are another wire, the standard's: RFC 7643 and 7644 (product.md 3.2).
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, empty, id, newId, text, time } from './kernel/fields.ts';

/** Below the address of the app. */
export const SCIM_BASE = '/api/scim/v2';
/** One in use, and the next one while it is being entered at the provider. */
export const MOST_TOKENS = 2;
/** Of calls that failed. */
export const FAILURES_KEPT = 20;

const provisioning = v.strictObject({
  /** Where the provider calls; null where it is the page's own origin and `SCIM_BASE`. */
  base_url: v.nullable(v.string()),
  /** The oldest first. What they are was said once. */
  tokens: v.array(
    v.strictObject({
      token_id: id,
      token_name: v.string(),
      created_by: id,
      created_at: time,
      /** To the minute; null until its first call. */
      last_used_at: v.nullable(time),
    }),
  ),
  /** The newest first, of the last thirty days. Nothing of a person stands in them but whose account it was. */
  failures: v.array(
    v.strictObject({
      failure_id: id,
      method: v.string(),
      resource: v.string(),
      status: count,
      reason: v.string(),
      employee_id: v.nullable(id),
      created_at: time,
    }),
  ),
});
export type Provisioning = v.InferOutput<typeof provisioning>;

export const getProvisioning = endpoint({
  name: 'provisioning.setup.get',
  proof: 'lately',
  method: 'GET',
  path: '/config/provisioning/get',
  access: { all: ['company.configure'] },
  rate: 'read',
  input: empty,
  output: provisioning,
});

/**
 * `secret` is said once: null if there is such a token already, as when the same call comes again. Who makes one hands on what it may
 * do, so managing people is asked for besides. TOO_MANY_TOKENS for a third.
 */
export const createToken = endpoint({
  name: 'provisioning.token.new',
  method: 'POST',
  path: '/config/provisioning/token/new',
  access: { all: ['company.configure', 'people.manage'] },
  rate: 'write',
  idempotency: 'natural',
  proof: 'fresh',
  input: v.strictObject({ token_id: newId, token_name: text(60, 1) }),
  output: v.strictObject({ provisioning, secret: v.nullable(v.string()) }),
  errors: { TOO_MANY_TOKENS: 409 },
});

/** From its next call on the provider is refused. */
export const revokeToken = endpoint({
  name: 'provisioning.token.delete',
  method: 'DELETE',
  path: '/config/provisioning/token/delete',
  access: { all: ['company.configure'] },
  rate: 'write',
  proof: 'fresh',
  input: v.strictObject({ token_id: id }),
  output: provisioning,
  refs: { token_id: 'scim_token' },
  errors: { TOKEN_NOT_FOUND: 404 },
});
