// How lately who calls must have said who they are (auth.proof.new), and what an endpoint may answer because of who calls.
import type { Endpoint } from '../kernel/endpoint.ts';
import { type ErrorMap, operatorErrors, sessionErrors } from '../kernel/errors.ts';

/** Whoever calls may, but said too long ago who they are. */
const proofErrors = { AUTH_PROOF_REQUIRED: 403 } as const;

type Asking = Pick<Endpoint, 'access' | 'idempotency'> & { readonly proof?: unknown };

/** A write that needs a permission is administration, unless the endpoint says that everybody does it. A read says so itself. */
const administers = ({ access, idempotency, proof }: Asking): boolean =>
  proof === 'lately' || (typeof access === 'object' && idempotency !== 'none' && proof !== 'never');

/**
 * `fresh`: within ten minutes. `lately`, of all that administers: within twelve hours, and without an hour's pause in administering
 * (OWASP ASVS 5, 7.5.1 and 7.5.3).
 */
export function proofOf(endpoint: Endpoint, input: unknown): 'fresh' | 'lately' | undefined {
  const { proof } = endpoint;
  if (proof === 'fresh' || (typeof proof === 'object' && proof.when(input))) return 'fresh';
  return administers(endpoint) ? 'lately' : undefined;
}

/** Whether some input of it asks for one. */
export const mayAskProof = (endpoint: Asking): boolean =>
  administers(endpoint) || (endpoint.proof !== undefined && endpoint.proof !== 'never');

/** What an endpoint may answer because of who calls it. */
export function refusalsOf(endpoint: Asking): ErrorMap {
  if (endpoint.access === 'open') return {};
  if (endpoint.access === 'operator') return operatorErrors;
  return mayAskProof(endpoint) ? { ...sessionErrors, ...proofErrors } : sessionErrors;
}
