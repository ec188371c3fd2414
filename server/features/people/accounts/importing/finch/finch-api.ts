// Finch's API (developer.tryfinch.com): whether a key is good, and who works there. Only asks; patient where it says "later", within the
// time that is given.
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { FINCH_MOST_PEOPLE } from '#contract/people/spreadsheet/finch.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import type { Exchanged, Outbound } from '../../../../../platform/outbound/outbound.ts';
import { secondsOf } from '../../../../../platform/outbound/retry-after.ts';
import {
  directory,
  type Employment,
  employment,
  type Individual,
  individual,
  introspection,
  type Listed,
  responses,
} from './shapes.ts';

const ORIGIN = 'https://api.tryfinch.com';
/** What the key must be allowed to read. */
const PRODUCTS = ['directory', 'individual', 'employment'] as const;
/** Each kind of question may be put twenty times in a minute: so many at once that ten thousand people take no more. */
const AT_ONCE = 500;
const MOST_TRIES = 5;
/** Before Finch has read the HR system, it asks there while we wait. */
const PATIENCE_MS = 60_000;
const MOST_BYTES = 20_000_000;

/** Somebody of the HR system; `undefined` where Finch had no answer about this one. */
export interface Found {
  readonly listed: Listed;
  readonly individual: Individual | undefined;
  readonly employment: Employment | undefined;
}

/** One key, for as long as it may take. Whatever goes wrong is an AppError of contract/people/spreadsheet/finch.ts. */
export interface Finch {
  readonly outbound: Pick<Outbound, 'exchange'>;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/** FINCH_KEY_REFUSED, FINCH_UNAVAILABLE. */
export async function checkKey(finch: Finch): Promise<void> {
  const { products } = parsed(introspection, await ask(finch, '/introspect'));
  if (products && !PRODUCTS.every((one) => products.includes(one))) throw new AppError('FINCH_KEY_REFUSED');
}

/** Everybody. FINCH_KEY_REFUSED, FINCH_NOT_READY, FINCH_TOO_LARGE, FINCH_UNAVAILABLE. */
export async function readPeople(finch: Finch): Promise<Found[]> {
  const all = await readDirectory(finch);
  const ids = all.map(({ id }) => id);
  const individuals = await readEach(finch, '/employer/individual', ids, individual);
  // Of who has left, only the address is looked at.
  const here = all.filter(({ is_active }) => is_active !== false).map(({ id }) => id);
  const employments = await readEach(finch, '/employer/employment', here, employment);
  return all.map((listed) => ({
    listed,
    individual: individuals.get(listed.id),
    employment: employments.get(listed.id),
  }));
}

async function readDirectory(finch: Finch): Promise<Listed[]> {
  const found = new Map<string, Listed>();
  for (let offset = 0; ; ) {
    const answer = await ask(finch, `/employer/directory?limit=${AT_ONCE}&offset=${offset}`);
    const { paging, individuals } = parsed(directory, answer);
    const before = found.size;
    for (const one of individuals) found.set(one.id, one);
    if (Math.max(found.size, paging?.count ?? 0) > FINCH_MOST_PEOPLE) throw new AppError('FINCH_TOO_LARGE');
    offset += individuals.length;
    // Whoever goes on saying the same has no more to say.
    if (found.size === before || offset >= (paging?.count ?? Number.POSITIVE_INFINITY)) return [...found.values()];
  }
}

/** By id; those left out of whom Finch says something else than that all is well. */
async function readEach<T>(
  finch: Finch,
  path: string,
  ids: readonly string[],
  shape: v.GenericSchema<unknown, T>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const requests = ids.slice(at, at + AT_ONCE).map((individual_id) => ({ individual_id }));
    for (const { individual_id, code, body } of parsed(responses, await ask(finch, path, { requests })).responses) {
      const said = code === null || code === 200 ? v.safeParse(shape, body) : undefined;
      if (said?.success) found.set(individual_id, said.output);
    }
  }
  return found;
}

function parsed<T>(shape: v.GenericSchema<unknown, T>, answer: unknown): T {
  const said = v.safeParse(shape, answer);
  if (!said.success) throw new AppError('FINCH_UNAVAILABLE', { message: 'Finch answered in another shape' });
  return said.output;
}

/** The answer, once there is one. */
async function ask(finch: Finch, path: string, body?: object): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    const answer = await exchange(finch, path, body);
    if (answer && !isPassing(answer.status)) return readAnswer(answer);
    const seconds = secondsOf(answer?.retryAfter, Date.now()) ?? 2 ** (tried - 2);
    if (tried === MOST_TRIES || Date.now() + seconds * 1000 > finch.until) throw unavailable(answer?.status);
    await sleep(seconds * 1000, undefined, { signal: finch.signal }).catch(() => {
      throw unavailable(answer?.status);
    });
  }
}

const unavailable = (status: number | undefined): AppError =>
  new AppError('FINCH_UNAVAILABLE', { message: status ? `Finch answered ${status}` : 'Finch did not answer' });

/** What may be different in a moment. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Undefined if there is none at all. */
async function exchange(finch: Finch, path: string, body?: object): Promise<Exchanged | undefined> {
  const { outbound, key, until, signal } = finch;
  const patience = Math.min(PATIENCE_MS, until - Date.now());
  if (patience <= 0 || signal.aborted) throw unavailable(undefined);
  const headers = {
    authorization: `Bearer ${key}`,
    'finch-api-version': '2020-09-17',
    accept: 'application/json',
    'user-agent': 'Limelight',
    ...(body && { 'content-type': 'application/json' }),
  };
  const given = body ? Buffer.from(JSON.stringify(body)) : undefined;
  return outbound
    .exchange(ORIGIN + path, {
      method: given ? 'POST' : 'GET',
      headers: { ...headers, ...(given && { 'content-length': String(given.length) }) },
      ...(given && { body: given }),
      most: MOST_BYTES,
      patience,
      signal,
    })
    .catch(() => undefined);
}

function readAnswer({ status, body }: Exchanged): unknown {
  if (status === 401 || status === 403) throw new AppError('FINCH_KEY_REFUSED');
  if (status === 202) throw new AppError('FINCH_NOT_READY');
  if (status !== 200) throw unavailable(status);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new AppError('FINCH_UNAVAILABLE', { message: 'Finch answered no JSON' });
  }
}
