// What we say of ourselves to providers (RFC 7643, 5 to 7): what we can, which resources there are, of what they consist.
import { notFound } from './errors.ts';
import { GROUP } from './group.ts';
import { ENTERPRISE, USER } from './user.ts';
import { type Answer, type Call, type Json, listOf, MOST_RESULTS } from './wire.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

export const serviceProviderConfig = async ({ base }: Call): Promise<Answer> => ({
  status: 200,
  body: {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator makes under Admin, Provisioning',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  },
});

const resourceTypes = (base: string): (Json & { id: string })[] => [
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: [`${CORE}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    schema: GROUP,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

interface Given {
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly mutability?: 'readWrite' | 'readOnly';
  readonly uniqueness?: 'none' | 'server';
  readonly caseExact?: boolean;
  readonly subAttributes?: readonly Json[];
}
const attribute = (name: string, description: string, given: Given = {}): Json => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
});
const complex = (name: string, description: string, subAttributes: readonly Json[], given: Given = {}): Json =>
  attribute(name, description, { ...given, type: 'complex', subAttributes });
const readOnly = { mutability: 'readOnly' } as const;
const externalId = attribute('externalId', 'What the provider calls it', { caseExact: true, uniqueness: 'server' });

const user: readonly Json[] = [
  attribute('userName', 'The work e-mail address', { required: true, uniqueness: 'server' }),
  externalId,
  complex('name', 'The name', [
    attribute('givenName', 'First name'),
    attribute('familyName', 'Last name'),
    attribute('formatted', 'Both', readOnly),
  ]),
  attribute('displayName', 'First and last name. Written only where a new user has no name', readOnly),
  attribute('title', 'What the person does'),
  attribute('active', 'Whether the person can sign in', { type: 'boolean' }),
  complex(
    'emails',
    'The work e-mail address, which follows from userName',
    [attribute('value', 'The address', readOnly), attribute('type', 'Always work', readOnly)],
    { multiValued: true, ...readOnly },
  ),
  complex(
    'phoneNumbers',
    'The number at work',
    [attribute('value', 'The number'), attribute('type', 'Only work is kept')],
    { multiValued: true },
  ),
];
const enterprise: readonly Json[] = [
  attribute('employeeNumber', 'The number that the company gives its people'),
  attribute('department', 'By name; made where there is none'),
  complex('manager', 'Whom the person reports to', [attribute('value', 'The id of a user', { caseExact: true })]),
];
const group: readonly Json[] = [
  attribute('displayName', 'The name', { required: true, uniqueness: 'server' }),
  externalId,
  complex(
    'members',
    'Who is in it',
    [attribute('value', 'The id of a user', { caseExact: true }), attribute('type', 'Always User')],
    {
      multiValued: true,
    },
  ),
];

const schemas = (base: string): (Json & { id: string })[] =>
  (
    [
      [USER, 'User', 'A person', user],
      [ENTERPRISE, 'EnterpriseUser', 'What a company knows of a person', enterprise],
      [GROUP, 'Group', 'A group of people', group],
    ] as const
  ).map(([id, name, description, attributes]) => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));

const list = (all: readonly Json[]): Answer => listOf(all, all.length, 0);
function one(all: readonly (Json & { id: string })[], id: string): Answer {
  const found = all.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound();
  return { status: 200, body: found };
}

export const listResourceTypes = async ({ base }: Call): Promise<Answer> => list(resourceTypes(base));
export const readResourceType = async ({ base, id }: Call): Promise<Answer> => one(resourceTypes(base), id);
export const listSchemas = async ({ base }: Call): Promise<Answer> => list(schemas(base));
export const readSchema = async ({ base, id }: Call): Promise<Answer> => one(schemas(base), id);
