// Rules that the contract itself has to keep, so that what is generated from it covers everything. Pure.

import { mayAskProof } from '#contract/auth/asks-proof.ts';
import { type Endpoint, inQuery } from '#contract/kernel/endpoint.ts';
import { check, type Schema } from '#contract/kernel/schema.ts';
import { permissions } from '#contract/permissions.ts';
import { entities } from '../entities.ts';

/** As much of a valibot schema as is looked at. */
interface Node extends Schema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly Node[];
}

export interface Field {
  /** As in `refs`. */
  readonly path: string;
  readonly schema: Schema;
}

/** All fields of an input, unions flattened. Recursive schemas (rich text) are one field. */
export function fieldsOf(schema: Schema, path = ''): Field[] {
  const node = schema as Node;
  if (node.wrapped) return fieldsOf(node.wrapped, path);
  if (node.options?.some((option) => typeof option === 'object'))
    return node.options.flatMap((option) => fieldsOf(option, path));
  if (node.item) return fieldsOf(node.item, `${path}[]`);
  if (!node.entries) return [{ path, schema }];
  return Object.entries(node.entries).flatMap(([name, of]) => fieldsOf(of, path ? `${path}.${name}` : name));
}

const accepts = (schema: Schema, value: unknown): boolean => !check(schema, value).issues;
const V4 = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
const NO_ID = 'z81d4fae-7dec-41d0-a765-00a0c91e6bf6';
const V7 = '0190d3c8-7dec-71d0-a765-00a0c91e6bf6';

/** Names something that is there already: not an id that the client makes, not an address. */
function isReference({ path, schema }: Field): boolean {
  if (!/_ids?(\[\])?$/.test(path)) return accepts(schema, V4) && !accepts(schema, NO_ID);
  const isAddress = accepts(schema, 'somebody@some.example');
  const isNew = accepts(schema, V7) && !accepts(schema, V4);
  return !isAddress && !isNew;
}

/** What is wrong with the endpoint's declaration, a sentence each. */
export function lintEndpoint(endpoint: Endpoint, feature: string): string[] {
  const problems: string[] = [];
  const { name, refs, access, idempotency, method, rate, queue, proof } = endpoint;
  const fields = fieldsOf(endpoint.input);
  const paths = new Set(fields.map((field) => field.path));
  for (const field of fields)
    if (isReference(field) && !refs[field.path])
      problems.push(`the field ${field.path} names something: say what in refs ({ '${field.path}': 'employee' })`);
  for (const [path, entity] of Object.entries(refs)) {
    if (!paths.has(path)) problems.push(`refs names ${path}, which is no field of the input`);
    if (!entities[entity]) problems.push(`refs says ${entity}: add a factory of it to tests/matrix/entities.ts`);
  }
  if (access === 'operator' && idempotency === 'key') problems.push('keys are kept in companies: say natural');
  if (typeof access === 'object') {
    const asked = [...(access.all ?? []), ...(access.any ?? [])];
    if (!asked.length) problems.push('access asks for no permission: say session instead');
    for (const permission of asked)
      if (!permissions.some((one) => one === permission))
        problems.push(`the permission ${permission} is not in contract/permissions.ts`);
  }
  // Who takes a file away is written down.
  const changes = rate === 'write' || rate === 'message' || rate === 'export';
  if (access !== 'open' && changes && idempotency === 'none') problems.push('a write needs idempotency');
  if (access !== 'open' && method !== 'GET' && !changes && idempotency !== 'none')
    problems.push(`a write must be counted as one, not as ${rate}`);
  if (queue && idempotency === 'none') problems.push('what waits in the outbox must be safe to repeat');
  if (queue && mayAskProof(endpoint) && (typeof proof !== 'object' || typeof access === 'object'))
    problems.push('what waits in the outbox goes without the person: it can ask for no proof');
  if (proof && (access === 'open' || access === 'operator')) problems.push('a proof is the one of a session');
  if (method === 'GET' && queue) problems.push('a GET is never queued');
  if (inQuery(endpoint) && fields.some((field) => field.path.includes('.')))
    problems.push('a query has no nested fields');
  if (!name.startsWith(`${feature}.`) || name.split('.').length !== 3)
    problems.push(`the name must be ${feature}.thing.verb`);
  for (const [code, status] of Object.entries(endpoint.errors))
    if (!/^[A-Z][A-Z_]+$/.test(code) || status < 400) problems.push(`${code} (${status}) is no error code`);
  return problems;
}
