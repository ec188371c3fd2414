// What all resources of the standard have in common: names without regard to case, versions, lists, which attributes are asked for.
import { createHash } from 'node:crypto';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { badValue, ScimError } from './errors.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One call of a provider, in its transaction. */
export interface Call {
  readonly tx: Tx;
  readonly actor: Actor;
  /** Address of the app with SCIM_BASE. */
  readonly base: string;
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** What of the call was left out, by its name on the wire: noted with the calls that failed. */
  readonly leftOut: Set<string>;
}

export interface Resource extends Json {
  readonly id: string;
  readonly meta: Json & { readonly location: string; readonly version?: string };
}

export interface Answer {
  readonly status: number;
  readonly body?: Json;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => UUID.test(text);

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first characters, and never half of one. */
export function cut(text: string, most: number): string {
  const part = text.slice(0, most);
  return part.isWellFormed() ? part : part.slice(0, -1) + part.slice(-1).replace(/[\uD800-\uDBFF]/, '');
}

/** 400 for what is no object. */
export function objectOf(body: unknown): Json {
  if (!isObject(body)) throw new ScimError(400, 'The body has to be an object', 'invalidSyntax');
  return body;
}

/** Names of attributes are the same in any case. */
export function pick(from: Json, name: string): unknown {
  if (Object.hasOwn(from, name)) return from[name];
  const key = Object.keys(from).find((one) => one.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : from[key];
}

/** Weak: it says that the same stands in it. */
const versionOf = (content: unknown): string =>
  `W/"${createHash('sha1').update(JSON.stringify(content)).digest('base64url')}"`;

/** With its version, of what is given (`version`: where not all that it depends on stands in it). */
export function withVersion(
  { meta, ...content }: Resource,
  version: unknown = content,
): Resource & { meta: { version: string } } {
  return { ...content, id: content.id, meta: { ...meta, version: versionOf(version) } } as Resource & {
    meta: { version: string };
  };
}

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
/** True if one of the tags is this version. */
export const names = (tags: string, version: string): boolean =>
  tags.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(version));

/** 412 if the provider speaks of another version. */
export function checkVersion({ ifMatch }: Call, { meta }: Resource): void {
  if (ifMatch !== undefined && !names(ifMatch, meta.version ?? ''))
    throw new ScimError(412, 'It has changed since this version');
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const MOST_RESULTS = 200;

export interface Paging {
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
}

/** `startIndex` counts from 1, and less is 1; less than no `count` is none. */
export function pagingOf({ startIndex = '1', count = '100' }: Call['query']): Paging {
  const whole = (name: string, text: string) => {
    if (!/^-?\d{1,9}$/.test(text)) throw badValue(`${name}: not a whole number`);
    return Number(text);
  };
  const limit = Math.min(Math.max(whole('count', count), 0), MOST_RESULTS);
  return { offset: Math.max(whole('startIndex', startIndex), 1) - 1, limit };
}

export const listOf = (resources: readonly Json[], totalResults: number, offset: number): Answer => ({
  status: 200,
  body: {
    schemas: [LIST],
    totalResults,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

const ALWAYS = new Set(['schemas', 'id', 'meta']);
const wordsOf = (text: string | undefined): Set<string> =>
  new Set(
    (text ?? '')
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  );

/** True if the attribute is wanted by `attributes` and `excludedAttributes`. Whole attributes: of a part the whole is said. */
export function isWanted({ attributes, excludedAttributes }: Call['query'], name: string): boolean {
  const key = name.toLowerCase();
  if (ALWAYS.has(key)) return true;
  const [only, without] = [wordsOf(attributes), wordsOf(excludedAttributes)];
  const fits = (word: string) =>
    word === key || word.startsWith(`${key}.`) || word.startsWith(`${key}:`) || word.endsWith(`:${key}`);
  if (only.size) return [...only].some((word) => fits(word) || word.includes(`:${key}.`));
  return !without.has(key);
}

export const project = (query: Call['query'], resource: Resource): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => isWanted(query, name))) as unknown as Resource;
