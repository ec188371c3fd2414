// An identity provider in tests: a token that an administrator has made, and calls of the standard over HTTP.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { createToken, SCIM_BASE } from '#contract/provisioning.ts';
import type { TestClient } from '#tests/kit/client.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line no-explicit-any -- what another wire says is looked at, not typed
  readonly body: any;
}

export interface Provider {
  readonly token: string;
  readonly token_id: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Said>;
}

export async function ask(
  url: string,
  method: string,
  path: string,
  { body, headers = {}, token }: { body?: unknown; headers?: Record<string, string>; token?: string | undefined },
): Promise<Said> {
  const response = await fetch(url + SCIM_BASE + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

/** As the administrator has set it up. */
export async function newProvider(admin: TestClient, token_name = 'Provider'): Promise<Provider> {
  const token_id = uuid();
  const { secret } = await admin.call(createToken, { token_id, token_name });
  const token = secret ?? '';
  const call: Provider['call'] = (method, path, body, headers = {}) =>
    ask(admin.url, method, path, { body, headers, token });
  return { token, token_id, call };
}

export const some = (): string => randomBytes(4).toString('hex');

/** What a provider sends for somebody new. */
export const newUser = (given: Record<string, unknown> = {}): Record<string, unknown> => {
  const key = some();
  return {
    schemas: [USER],
    userName: `nia.${key}@${key}.example`,
    externalId: `ext-${key}`,
    name: { givenName: 'Nia', familyName: 'Newell' },
    emails: [{ value: `nia.${key}@${key}.example`, type: 'work', primary: true }],
    active: true,
    ...given,
  };
};

export const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
export const equal = (name: string, value: string): string => encodeURIComponent(`${name} eq "${value}"`);
