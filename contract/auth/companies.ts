// Several companies in one browser: which it is signed in to, and going from one to the other (product.md 3.1). One session is in
// use, the others are parked: for them there is no call, no socket and no push.
import * as v from 'valibot';
import { session } from '../auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, id, nothing } from '../kernel/fields.ts';

/**
 * By the cookies alone, so that it answers on the sign-in page, too. A session that is over, and a company that is suspended, is not
 * there. The one in use is told only to who names its session in the headers: somebody may have logged out without a connection.
 */
export const listCompanies = endpoint({
  name: 'auth.companies.list',
  method: 'GET',
  path: '/auth/companies/list',
  access: 'open',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        company_id: id,
        company_name: v.string(),
        company_logo: v.nullable(v.string()),
        present: v.boolean(),
      }),
    ),
  }),
});

/**
 * The caller's session is about to be left for another company, and may be come back to. Its tokens live for a minute more: what is
 * under way arrives. Reading the session anew (auth.session.resolve) takes it back.
 */
export const parkCompany = endpoint({
  name: 'auth.companies.park',
  method: 'POST',
  path: '/auth/companies/park',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  input: empty,
  output: nothing,
});

/** Answers as signing in does. SESSION_NOT_FOUND: this browser is not signed in there, or not any more. */
export const switchCompany = endpoint({
  name: 'auth.companies.switch',
  method: 'POST',
  path: '/auth/companies/switch',
  access: 'open',
  // There is nothing to be guessed, and a whole office goes to and fro behind one address.
  rate: 'write',
  input: v.strictObject({ company_id: id }),
  output: session,
  refs: { company_id: 'company' },
  errors: { SESSION_NOT_FOUND: 404 },
});

/**
 * Ends one parked session, or all of them; the one in use stays. The data is where to go on, or null (auth.session.logout).
 * SESSION_NOT_FOUND: nothing was ended, for this browser has another list by now.
 */
export const leaveCompanies = endpoint({
  name: 'auth.companies.sign_out',
  method: 'POST',
  path: '/auth/companies/sign-out',
  access: 'open',
  rate: 'read',
  input: v.strictObject({ company_id: v.optional(id) }),
  output: v.nullable(v.string()),
  refs: { company_id: 'company' },
  errors: { SESSION_NOT_FOUND: 404 },
});
