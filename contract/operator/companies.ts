// What an operator sees of companies, and does to them. Figures only: no text that people wrote, and nobody's name.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { count, cursor, email, id, newId, page, queryLimit, text, time } from '../kernel/fields.ts';

const company = v.strictObject({
  company_id: id,
  company_name: v.string(),
  status: v.picklist(['ACTIVE', 'SUSPENDED']),
  created_at: time,
  /** Accounts that are not deleted. */
  people: count,
  /** Written so far, deleted ones included. */
  messages: count,
  /** Bytes of files. */
  storage: count,
  /** When somebody was last there; to ten minutes. */
  active_at: v.nullable(time),
});
export type OperatedCompany = v.InferOutput<typeof company>;

const modules = v.record(v.string(), v.boolean());
const common = { method: 'POST', access: 'operator', rate: 'write', idempotency: 'natural' } as const;
const named = { refs: { company_id: 'company' }, errors: { COMPANY_NOT_FOUND: 404 } } as const;

/** The newest first; `query`: part of the name. */
export const listCompanies = endpoint({
  name: 'operator.company.list',
  method: 'GET',
  path: '/backadmin/company/list',
  access: 'operator',
  rate: 'read',
  input: v.strictObject({
    query: v.optional(text(120)),
    limit: v.optional(queryLimit(50)),
    cursor: v.optional(cursor),
  }),
  output: page(company),
});

export const getCompany = endpoint({
  ...named,
  name: 'operator.company.get',
  method: 'GET',
  path: '/backadmin/company/get',
  access: 'operator',
  rate: 'read',
  input: v.strictObject({ company_id: id }),
  output: v.strictObject({ company, modules }),
});

/** People who were there within 1, 7 and 30 days, and the messages of each of the last 30 days (UTC), oldest first. */
export const getUsage = endpoint({
  ...named,
  name: 'operator.usage.get',
  method: 'GET',
  path: '/backadmin/company/usage',
  access: 'operator',
  rate: 'read',
  input: v.strictObject({ company_id: id }),
  output: v.strictObject({
    active: v.strictObject({ day: count, week: count, month: count }),
    messages: v.array(v.strictObject({ day: v.string(), count })),
  }),
});

/** A company with its owner, who gets a mail to choose a password. Its id, made by the client, makes a repeat harmless. */
export const createCompany = endpoint({
  ...common,
  name: 'operator.company.new',
  path: '/backadmin/company/new',
  input: v.strictObject({
    company_id: newId,
    company_name: text(120, 1),
    first_name: text(80, 1),
    last_name: text(80, 1),
    email_id: email,
    /** UTC if it is not said. */
    time_zone: v.optional(text(64)),
  }),
  output: v.strictObject({ company }),
});

/** Nobody gets in any more, and who is in is out within a second; nothing is deleted, sessions included. */
export const suspendCompany = endpoint({
  ...common,
  ...named,
  name: 'operator.company.suspend',
  path: '/backadmin/company/suspend',
  input: v.strictObject({ company_id: id }),
  output: v.strictObject({ company }),
});

export const resumeCompany = endpoint({
  ...common,
  ...named,
  name: 'operator.company.resume',
  path: '/backadmin/company/resume',
  input: v.strictObject({ company_id: id }),
  output: v.strictObject({ company }),
});

/** Switches the named modules on or off and leaves the others. */
export const setModules = endpoint({
  ...common,
  name: 'operator.module.update',
  path: '/backadmin/company/modules',
  input: v.strictObject({ company_id: id, modules }),
  output: v.strictObject({ modules }),
  refs: { company_id: 'company' },
  errors: { COMPANY_NOT_FOUND: 404, INVALID_CONFIG_SETTING: 400 },
});
