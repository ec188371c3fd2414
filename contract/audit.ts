// The record of what matters to security: append-only, and chained, so that a line that was changed or taken out is found
// (product.md 3.10).
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, cursor, id, limit, page, text, time } from './kernel/fields.ts';
import { fileAnswer } from './kernel/file-answer.ts';

const common = { method: 'POST', access: { all: ['audit.view'] }, rate: 'read', idempotency: 'none' } as const;

/** All that is recorded. Words only come: lines of years ago are read, too. */
export const auditActions = [
  'audit.exported',
  'audit.old_lines_removed',
  'auth.company_entered',
  'auth.company_registered',
  'auth.parked_session_dropped',
  'auth.passkey_added',
  'auth.passkey_copied',
  'auth.passkey_removed',
  'auth.passkey_renamed',
  'auth.password_refused',
  'auth.password_set',
  'auth.permission_refused',
  'auth.proof_given',
  'auth.proof_refused',
  'auth.provisioning_token_made',
  'auth.provisioning_token_revoked',
  'auth.recovery_code_used',
  'auth.recovery_codes_made',
  'auth.second_factor_demanded',
  'auth.second_factor_off',
  'auth.second_factor_on',
  'auth.second_factor_refused',
  'auth.session_parked',
  'auth.session_replaced',
  'auth.session_revoked',
  'auth.sessions_revoked',
  'auth.sign_in_failed',
  'auth.signed_in',
  'auth.signed_out',
  'auth.sso_account_created',
  'auth.sso_changed',
  'auth.sso_confirmed',
  'auth.sso_domain_claimed',
  'auth.sso_domain_deleted',
  'auth.sso_domain_mailed',
  'auth.sso_domain_verified',
  'auth.sso_linked',
  'auth.sso_refused',
  'auth.sso_tested',
  'auth.stale_cookie_shown',
  'auth.stale_token_shown',
  'auth.wrong_company',
  'company.config_changed',
  'company.modules_changed',
  'company.old_messages_removed',
  'company.quiet_hours_overridden',
  'company.values_changed',
  'insights.exported',
  'operator.company_created',
  'operator.company_resumed',
  'operator.company_suspended',
  'operator.jobs_retried',
  'operator.modules_changed',
  'people.account_status_changed',
  'people.address_changed',
  'people.changed',
  'people.created',
  'people.data_export_asked',
  'people.data_export_made',
  'people.department_changed',
  'people.department_created',
  'people.department_deleted',
  'people.deletion_waits',
  'people.erased',
  'people.exported',
  'people.finch_fetched',
  'people.finch_key_removed',
  'people.finch_key_set',
  'people.group_changed',
  'people.group_created',
  'people.group_deleted',
  'people.group_members_changed',
  'people.import_run',
  'people.import_undone',
  'people.invited',
  'people.password_link_sent',
  'people.provisioned',
  'people.removed',
  'people.restored',
  'people.role_changed',
  'people.role_created',
  'people.role_deleted',
  'people.roles_changed',
  'people.second_factor_reset',
  'people.sessions_ended',
  'spaces.admin_ended',
  'spaces.admin_made',
  'spaces.created',
  'spaces.history_changed',
  'spaces.managed',
  'spaces.member_removed',
  'spaces.member_role_changed',
  'spaces.members_added',
  'spaces.role_changed',
  'spaces.role_created',
  'spaces.role_deleted',
  'spaces.sub_space_archived',
  'spaces.sub_space_restored',
  'spaces.visibility_changed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did it, where that was no person but the company's identity provider (contract/provisioning.ts). */
export const PROVISIONING_ACTOR = '00000000-0000-4000-8000-000000005c13';

/** What whoever runs the server is called, who is nobody of the company: in lines of `operator`, on the screen as in the file. */
export const OPERATOR_NAME = 'The operator of this server';
export const isByOperator = (action: string): boolean => action.startsWith('operator.');

/** Which part of the app a line is of: the word before the dot of its action. */
export const auditArea = v.picklist(['audit', 'auth', 'company', 'insights', 'operator', 'people', 'spaces']);

export const auditEvent = v.strictObject({
  audit_id: id,
  /** What was done, `area.what`. */
  action: v.string(),
  /** Who did it; null if that was nobody who is signed in. */
  actor_id: v.nullable(id),
  /**
   * Ids, codes, and what a part of the company was called then (`name`, `was`), but for what is private: never another text that somebody
   * wrote, a secret, or an address.
   */
  detail: v.record(v.string(), v.unknown()),
  created_at: time,
  /** Its place in the chain, from 1, and the hash there (SHA-256, hexadecimal); null for the few seconds until it has one. */
  sealed: v.nullable(v.strictObject({ position: count, hash: v.string() })),
});
export type AuditEvent = v.InferOutput<typeof auditEvent>;

const auditFilters = v.strictObject({
  areas: v.optional(v.array(auditArea)),
  actions: v.optional(v.array(v.picklist(auditActions))),
  /** All of them stand in the action, in what was noted beside it, or in the names of who did it and of whom it is about; parts of words do. */
  words: v.optional(text(200)),
  employee_id: v.optional(id),
  /** From the first moment to before the second. */
  from: v.optional(time),
  to: v.optional(time),
});
export type AuditFilter = v.InferOutput<typeof auditFilters>;

/** Newest first. `employee_id`: what the person did, and what was done to them. */
export const listAudit = endpoint({
  ...common,
  name: 'audit.event.list',
  proof: 'lately',
  path: '/config/audit/list',
  input: v.strictObject({
    filters: v.optional(auditFilters),
    limit: v.optional(limit(500)),
    cursor: v.optional(cursor),
  }),
  output: page(auditEvent),
  refs: { 'filters.employee_id': 'employee' },
});

/** The most lines that one file has. */
export const AUDIT_EXPORT_MOST = 50_000;

/**
 * The same as a file of comma-separated values, oldest first, with the places and hashes to compare one day. `by` is an id, or the words for
 * whoever runs the server, or empty. That somebody took it is
 * recorded, too. AUDIT_EXPORT_TOO_LARGE for more lines than that: a shorter time has fewer.
 */
export const exportAudit = endpoint({
  ...common,
  name: 'audit.log.export',
  path: '/config/audit/export',
  idempotency: 'natural',
  rate: 'export',
  proof: 'fresh',
  input: v.strictObject({ filters: v.optional(auditFilters) }),
  output: fileAnswer,
  refs: { 'filters.employee_id': 'employee' },
  errors: { AUDIT_EXPORT_TOO_LARGE: 400, EMPLOYEE_NOT_FOUND: 404 },
});

/**
 * Checks the chain from a place on (its beginning if it is not said, which is not 1 once lines of a year ago were removed; their last
 * hash stands in the line `audit.old_lines_removed`), some ten thousand lines a call. `broken_at`: the first place that is not what
 * was written there. `next`: where to go on, null at the end. `stray`, at the end: lines that have no place and wait for none,
 * which the server never leaves behind.
 *
 * Who may write anything into the database can also make the whole rest of the chain anew: so the last hash of each day is written into
 * the data folder and into the server's log, and a chain that does not agree with the folder is broken where it first differs.
 */
export const verifyAudit = endpoint({
  ...common,
  name: 'audit.chain.verify',
  proof: 'lately',
  path: '/config/audit/verify',
  input: v.strictObject({
    from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_000_000_000))),
  }),
  output: v.strictObject({
    checked: count,
    broken_at: v.nullable(count),
    next: v.nullable(count),
    stray: v.nullable(count),
  }),
});
