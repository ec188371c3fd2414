// The contract as OpenAPI 3.1: one operation per endpoint, errors by code.
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { refusalsOf } from '#contract/auth/asks-proof.ts';
import { type Endpoint, inQuery } from '#contract/kernel/endpoint.ts';
import { API_BASE, IDEMPOTENCY_HEADER, sessionHeaders } from '#contract/kernel/envelope.ts';
import { commonErrors } from '#contract/kernel/errors.ts';
import { fileAnswer } from '#contract/kernel/file-answer.ts';
import { endpoints } from '#contract/registry.ts';

/** Of the server, as package.json has it. */
export const VERSION = '2.7.2';

type Json = Record<string, unknown>;

/** Checks that JSON Schema cannot say (sound text and the like) are left out, not refused. */
const jsonSchema = (schema: unknown, typeMode: 'input' | 'output'): Json => {
  const { $schema, ...rest } = toJsonSchema(schema as GenericSchema, { errorMode: 'ignore', typeMode }) as Json;
  return rest;
};

export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    (paths[API_BASE + endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  const headers = Object.values(sessionHeaders).map((name) => [name, { type: 'apiKey', in: 'header', name }]);
  return {
    openapi: '3.1.0',
    info: { title: 'Limelight', version: VERSION },
    paths,
    components: { securitySchemes: Object.fromEntries(headers) },
  };
}

function operation(endpoint: Endpoint): Json {
  const input = jsonSchema(endpoint.input, 'input');
  const parameters = inQuery(endpoint) ? queryParameters(input) : [];
  if (endpoint.idempotency === 'key')
    parameters.push({
      name: IDEMPOTENCY_HEADER,
      in: 'header',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.', 1)[0]],
    parameters,
    ...(inQuery(endpoint)
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
    ...(endpoint.access === 'open' || endpoint.access === 'operator'
      ? {}
      : { security: [Object.fromEntries(Object.values(sessionHeaders).map((name) => [name, []]))] }),
    'x-access': endpoint.access,
    ...(endpoint.module ? { 'x-module': endpoint.module } : {}),
    'x-rate-class': endpoint.rate,
    responses: responses(endpoint),
  };
}

function queryParameters(schema: Json): Json[] {
  const required = new Set((schema.required as string[] | undefined) ?? []);
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(([name, of]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: of,
  }));
}

function responses(endpoint: Endpoint): Json {
  const codes = { ...commonErrors, ...refusalsOf(endpoint), ...endpoint.errors };
  const byStatus = Map.groupBy(Object.entries(codes), ([, status]) => String(status));
  const failures = [...byStatus].map(([status, entries]) => [status, failure(entries.map(([code]) => code))]);
  return {
    200: { description: 'Success', content: success(endpoint) },
    ...Object.fromEntries(failures),
  };
}

function success({ output }: Endpoint): Json {
  if (output === fileAnswer) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const properties = { status: { const: 'success' }, data: jsonSchema(output, 'output') };
  return { 'application/json': { schema: { type: 'object', required: ['status', 'data'], properties } } };
}

function failure(codes: string[]): Json {
  const properties = { status: { const: 'error' }, error_code: { enum: codes }, message: { type: 'string' }, data: {} };
  return {
    description: codes.join(', '),
    content: {
      'application/json': { schema: { type: 'object', required: ['status', 'error_code', 'message'], properties } },
    },
  };
}
