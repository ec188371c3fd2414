// The values that a company stands for, in its own order (S3, S7 "Config"). Everybody sees them with the configuration; who may configure
// the company writes them.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id, newId, text, url } from '../kernel/fields.ts';

/** How many a company may have. */
export const MOST_VALUES = 30;

const value = v.strictObject({
  value_id: id,
  name: v.string(),
  /** Of a public file in `config/values`, or null. */
  icon_url: v.nullable(v.string()),
  description: v.string(),
});
export type CompanyValue = v.InferOutput<typeof value>;

/** In the company's order. `search`: those with this text in their name or description. */
export const listValues = endpoint({
  name: 'company.values.list',
  method: 'POST',
  path: '/config/values/list',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  input: v.strictObject({ search: v.optional(text(200)) }),
  output: v.array(value),
});

/**
 * All of them, in their new order: those that are not named are removed. Without an id, or with one that there is not, it is a new
 * one. `seen`: what the list was made from, as it was read. COMPANY_VALUES_CHANGED if that is not how it is any more: nothing of what
 * somebody else did meanwhile is undone by a list that does not know of it. INVALID_CONFIG_SETTING for two of one name, whatever the case; for an id twice; and for too many.
 */
export const updateValues = endpoint({
  name: 'company.values.update',
  method: 'POST',
  path: '/config/values/update',
  access: { all: ['company.configure'] },
  rate: 'write',
  input: v.strictObject({
    values: v.pipe(
      v.array(
        v.strictObject({
          value_id: v.optional(newId),
          name: text(60, 1),
          icon_url: v.nullable(url),
          description: v.optional(text(300)),
        }),
      ),
      v.maxLength(100),
    ),
    seen: v.optional(
      v.pipe(
        v.array(v.strictObject({ value_id: newId, name: text(60), icon_url: v.nullable(url), description: text(300) })),
        v.maxLength(100),
      ),
    ),
  }),
  output: v.strictObject({ values: v.array(value), events }),
  errors: { COMPANY_VALUES_CHANGED: 409, INVALID_CONFIG_SETTING: 400 },
});
