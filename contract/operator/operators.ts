// Who else runs the server: all operators, links that make more of them, and what was done about either.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { empty, id, nothing, time } from '../kernel/fields.ts';

const read = { method: 'GET', access: 'operator', rate: 'read' } as const;
const write = { method: 'POST', access: 'operator', rate: 'write', idempotency: 'natural' } as const;

const listed = v.strictObject({
  operator_id: id,
  name: v.string(),
  email_id: v.string(),
  created_at: time,
  signed_in_at: time,
});
export type ListedOperator = v.InferOutput<typeof listed>;

/** A link that nobody has used yet. */
const link = v.strictObject({
  link_id: id,
  /** To whom it was mailed; null if whoever made it hands it over. */
  email_id: v.nullable(v.string()),
  /** The name of who made it. */
  made_by: v.string(),
  expires_at: time,
});
export type OperatorLink = v.InferOutput<typeof link>;

/** The first one first; 500 at most, and as many links. */
export const listOperators = endpoint({
  ...read,
  name: 'operator.account.list',
  path: '/backadmin/operator/list',
  input: empty,
  output: v.strictObject({ items: v.array(listed), links: v.array(link) }),
});

/**
 * Their sessions and the links that they made are over at once. OPERATOR_SELF: nobody removes themselves, so there is always one.
 * Who is gone already stays so.
 */
export const removeOperator = endpoint({
  ...write,
  name: 'operator.account.remove',
  path: '/backadmin/operator/remove',
  input: v.strictObject({ operator_id: id }),
  output: nothing,
  refs: { operator_id: 'operator' },
  errors: { OPERATOR_SELF: 409 },
});

/**
 * Mails another operator a link for a new password, good for an hour; who sends it never sees it. Asked for again within two minutes
 * it is not mailed again. OPERATOR_SELF: one's own is changed with the old one. Who is gone already gets none.
 */
export const mailResetLink = endpoint({
  ...write,
  name: 'operator.password.mail_link',
  path: '/backadmin/password/link',
  input: v.strictObject({ operator_id: id }),
  output: nothing,
  refs: { operator_id: 'operator' },
  errors: { OPERATOR_SELF: 409 },
});

/** The link is worth nothing from now on; what was used, or is gone, stays so. */
export const withdrawLink = endpoint({
  ...write,
  name: 'operator.link.withdraw',
  path: '/backadmin/link/withdraw',
  input: v.strictObject({ link_id: id }),
  output: nothing,
  refs: { link_id: 'operator_link' },
});

/** What is recorded of operators, in a log that is no company's. Words only come: lines of a year ago are read, too. */
export const operatorActs = [
  'operator.account_made',
  'operator.account_removed',
  'operator.link_made',
  'operator.link_withdrawn',
  'operator.password_changed',
  'operator.password_refused',
  'operator.password_reset',
  'operator.reset_link_made',
] as const;
/** In the same log, and not listed: guessing would push all else out of sight. When somebody came in last stands with them. */
export const operatorSignIns = ['operator.sign_in_failed', 'operator.signed_in'] as const;
export type OperatorAct = (typeof operatorActs)[number] | (typeof operatorSignIns)[number];

const act = v.strictObject({
  act_id: id,
  action: v.string(),
  /** The name of who did it; null if that was whoever is at the machine. */
  by: v.nullable(v.string()),
  /** The name of the operator whom it was about; null if it was about none but who did it. Who is removed has no name any more: ''. */
  about: v.nullable(v.string()),
  created_at: time,
});
export type RecordedAct = v.InferOutput<typeof act>;

/** The last 100, the newest first. */
export const listActs = endpoint({
  ...read,
  name: 'operator.act.list',
  path: '/backadmin/act/list',
  input: empty,
  output: v.strictObject({ items: v.array(act) }),
});
