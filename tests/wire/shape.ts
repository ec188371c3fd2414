// A schema as lines, one for each place in it, so that what is recorded reads well in a diff; and what two of them have to do
// with each other. Only what an older app can stumble over: kinds, names, what must be there, which values there are.
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Schema } from '#contract/kernel/schema.ts';

interface Json {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly items?: Json;
  readonly additionalProperties?: boolean | Json;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** Place → what stands there: `a.b[].c` → `string`, with `?` at the end of a place that may be left out. */
export type Shape = ReadonlyMap<string, string>;

export function shapeOf(schema: Schema): Shape {
  const whole = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], { errorMode: 'ignore' }) as Json;
  const places = new Map<string, string>();
  walk(whole, '', { defs: whole.$defs ?? {}, open: [], places });
  return places;
}

interface Walk {
  readonly defs: Readonly<Record<string, Json>>;
  /** Shapes that contain themselves are gone into once. */
  readonly open: readonly string[];
  readonly places: Map<string, string>;
}

function walk(json: Json, at: string, { defs, open, places }: Walk): void {
  if (json.$ref) {
    const name = json.$ref.split('/').at(-1) ?? '';
    const known = defs[name];
    if (known && !open.includes(name)) walk(known, at, { defs, open: [...open, name], places });
    return;
  }
  const options = json.anyOf ?? json.oneOf;
  if (options) {
    for (const option of options) walk(option, at, { defs, open, places });
    return;
  }
  add(places, at, kindsOf(json));
  for (const [name, inside] of Object.entries(json.properties ?? {})) {
    const place = `${at}.${name}`;
    if (json.required?.includes(name)) add(places, `${place}!`, ['must']);
    walk(inside, place, { defs, open, places });
  }
  if (json.items) walk(json.items, `${at}[]`, { defs, open, places });
  if (typeof json.additionalProperties === 'object') walk(json.additionalProperties, `${at}.*`, { defs, open, places });
}

const kindsOf = ({ type, const: one, enum: many }: Json): readonly string[] =>
  many?.map((value) => JSON.stringify(value)) ?? (one === undefined ? [type ?? 'any'].flat() : [JSON.stringify(one)]);

function add(places: Map<string, string>, at: string, kinds: readonly string[]): void {
  const all = new Set([...(places.get(at)?.split(' | ') ?? []), ...kinds]);
  places.set(at, [...all].sort().join(' | '));
}

const kindsAt = (shape: Shape, at: string): readonly string[] => shape.get(at)?.split(' | ') ?? [];
const places = (shape: Shape): string[] => [...shape.keys()].filter((at) => !at.endsWith('!'));

/** Why a request of the older shape could be refused by the newer one. */
export function refuses(older: Shape, newer: Shape): string[] {
  const lost = places(older).flatMap((at) => {
    if (!newer.has(at)) return [`${at} is not known any more`];
    const missing = kindsAt(older, at).filter((kind) => !fits(kind, kindsAt(newer, at)));
    return missing.map((kind) => `${at} may not be ${kind} any more`);
  });
  const demanded = [...newer.keys()].filter((at) => at.endsWith('!') && !older.has(at));
  // What stands in something new is nothing that an older app could leave out.
  const news = demanded.filter((at) => older.has(at.slice(0, at.lastIndexOf('.'))));
  return [...lost, ...news.map((at) => `${at.slice(0, -1)} must be there now`)];
}

/** What an older app would miss in an answer of the newer shape. New values of a field are its own to bear with. */
export function misses(older: Shape, newer: Shape): string[] {
  return [...older.keys()].flatMap((at) => {
    if (at.endsWith('!')) return newer.has(at) ? [] : [`${at.slice(0, -1)} may be left out now`];
    if (!newer.has(at)) return [`${at} is not said any more`];
    const known = new Set(kindsAt(older, at).map(typeOf));
    const other = kindsAt(newer, at).filter((kind) => !known.has(typeOf(kind)));
    return other.map((kind) => `${at} can be ${kind} now`);
  });
}

const typeOf = (kind: string): string => (/^["\d]|^(true|false)$/.test(kind) ? typeof JSON.parse(kind) : kind);
const fits = (kind: string, kinds: readonly string[]): boolean =>
  kinds.includes(kind) || kinds.includes('any') || (kind !== typeOf(kind) && kinds.includes(typeOf(kind)));
