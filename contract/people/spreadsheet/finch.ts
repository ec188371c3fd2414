// People out of the company's HR system by Finch (tryfinch.com): the access key of that one connection, and fetching who works there.
// What was fetched is an import like one of a file: looked at, run and undone by the endpoints of importing.ts.
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { empty, id, newId, nothing, time } from '../../kernel/fields.ts';
import { importBatch } from './importing.ts';

/** Individuals of one HR system at most, those who have left there included. */
export const FINCH_MOST_PEOPLE = 10_000;

/** Null without a key. The key itself is never said: to tell two apart, its last four characters. */
const connection = v.nullable(v.strictObject({ key_end: v.string(), set_by: id, set_at: time }));
const setup = v.strictObject({ connection });
export type FinchSetup = v.InferOutput<typeof setup>;

const common = { access: { all: ['company.configure', 'people.manage'] }, rate: 'write' } as const;

export const getFinch = endpoint({
  name: 'people.finch.get',
  method: 'GET',
  path: '/user-management/finch/get',
  access: { all: ['people.manage'] },
  rate: 'read',
  input: empty,
  output: setup,
});

/**
 * Finch is asked whether it takes the key, and may tell by it who works there; one that it refuses is not kept (FINCH_KEY_REFUSED).
 * The key in use once more changes nothing; what is being fetched by another one is thrown away (FINCH_KEY_CHANGED).
 */
export const updateFinch = endpoint({
  ...common,
  name: 'people.finch.update',
  method: 'POST',
  path: '/user-management/finch/update',
  idempotency: 'natural',
  proof: 'fresh',
  input: v.strictObject({
    // Of a header: letters, digits and marks alone.
    access_key: v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{8,500}$/, 'Not an access key')),
  }),
  output: setup,
  errors: { FINCH_KEY_REFUSED: 409, FINCH_UNAVAILABLE: 409 },
});

/** What is being fetched by it is thrown away (FINCH_KEY_CHANGED). Where there is none, nothing happens. */
export const deleteFinch = endpoint({
  ...common,
  name: 'people.finch.delete',
  method: 'DELETE',
  path: '/user-management/finch/delete',
  idempotency: 'natural',
  proof: 'fresh',
  input: empty,
  output: nothing,
});

/**
 * Begins an import with everybody of the HR system, judged as rows of a file are; nothing but the judgement is written. `batch` is null
 * while it is still being fetched, which may take minutes: ask again under the same id. Once there, or failed, the same id is answered
 * the same. One at a time for a company (FINCH_BUSY); twenty looks in an hour.
 */
export const importFinch = endpoint({
  name: 'people.import.finch',
  method: 'POST',
  path: '/user-management/employee/import/finch',
  access: { all: ['people.manage'] },
  rate: 'write',
  idempotency: 'natural',
  input: v.strictObject({ import_id: newId }),
  output: v.strictObject({ batch: v.nullable(importBatch) }),
  errors: {
    FINCH_BUSY: 409,
    FINCH_EMPTY: 409,
    /** The key that it began with was replaced or removed meanwhile: nothing comes of this id any more. */
    FINCH_KEY_CHANGED: 409,
    FINCH_KEY_REFUSED: 409,
    /** Finch has not read the HR system yet. */
    FINCH_NOT_READY: 409,
    FINCH_TOO_LARGE: 413,
    FINCH_UNAVAILABLE: 409,
    IMPORT_NOT_FOUND: 404,
    IMPORT_STATUS: 409,
    NO_FINCH_ACCESS_KEY: 409,
  },
});
