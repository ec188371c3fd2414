// Finch on 127.0.0.1, as far as reading people goes, as strict as the real one. Written from its documentation, sharing nothing with
// what it is to check.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { v4 as uuid } from 'uuid';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';

/** Somebody of an HR system: the three answers about them. */
export interface Worker {
  readonly id: string;
  readonly directory: object;
  /** `code` of each of the two: 200 unless it is said. */
  readonly individual: object;
  readonly employment: object;
  readonly codes?: { readonly individual?: number; readonly employment?: number };
}

export interface FinchAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is sent; default: an error of Finch's shape. */
  readonly body?: string;
}

export interface FinchServer extends AsyncDisposable {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  /** Requests to Finch come here; all else goes where `others` would let it. */
  outbound(others?: Outbound): Outbound;
  /** A key to an HR system with these people. */
  employer(workers: readonly Worker[], products?: readonly string[]): string;
  /** Who works there from now on. */
  employs(key: string, workers: readonly Worker[]): void;
  revoke(key: string): void;
  /** Answered instead, to the next requests for this path, one each. */
  next(path: string, ...answers: readonly FinchAnswer[]): void;
  /** Nothing is answered until what this gives is called. */
  hold(): () => void;
  /** Requests that are not answered yet. */
  waiting(): number;
  /** Every request with a key that is known, in order. */
  readonly asked: readonly { readonly path: string; readonly key: string; readonly ids: number }[];
}

const REAL = 'https://api.tryfinch.com';
const PRODUCTS = ['company', 'directory', 'individual', 'employment'];
/** Of one request. */
const MOST_IDS = 1_000;

interface Given {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly preferred_name?: string | null;
  readonly email?: string | null;
  readonly title?: string | null;
  readonly department?: string | null;
  readonly manager?: Worker | null;
  readonly active?: boolean | null;
  readonly individual?: object;
  readonly employment?: object;
  readonly codes?: Worker['codes'];
}

/** With all that Finch says of somebody, pay included: what is not needed is not to be kept. */
export function worker(given: Given): Worker {
  const { first_name = 'Rosa', last_name = 'Lindgren', preferred_name = null, email = null, title = null } = given;
  const { department = null, manager = null, active = true, codes } = given;
  const id = uuid();
  const placed = {
    department: department === null ? null : { name: department },
    manager: manager && { id: manager.id },
  };
  return {
    id,
    directory: { id, first_name, middle_name: null, last_name, ...placed, is_active: active },
    individual: {
      id,
      first_name,
      middle_name: null,
      last_name,
      preferred_name,
      emails: [
        { data: 'private@home.example', type: 'personal' },
        ...(email === null ? [] : [{ data: email, type: 'work' }]),
      ],
      phone_numbers: null,
      gender: null,
      ethnicity: null,
      dob: null,
      residence: {
        line1: '1 Home Street',
        line2: null,
        city: 'Hometown',
        state: null,
        postal_code: '1',
        country: 'SE',
      },
      ...given.individual,
    },
    employment: {
      id,
      first_name,
      middle_name: null,
      last_name,
      title,
      ...placed,
      employment: { type: 'employee', subtype: 'full_time' },
      start_date: null,
      end_date: null,
      is_active: active,
      employment_status: active === false ? 'terminated' : 'active',
      class_code: null,
      location: null,
      income: { unit: 'yearly', amount: 7_654_321, currency: 'sek', effective_date: '2026-01-01' },
      ...given.employment,
    },
    ...(codes && { codes }),
  };
}

/** In Finch's own shape. */
const problem = (status: number, name: string, message: string): FinchAnswer => ({
  status,
  body: JSON.stringify({ code: status, name, finch_code: name, message }),
});

interface Employer {
  readonly workers: readonly Worker[];
  readonly products: readonly string[];
}

export async function openFinch(): Promise<FinchServer> {
  const employers = new Map<string, Employer>();
  const instead = new Map<string, FinchAnswer[]>();
  const asked: { path: string; key: string; ids: number }[] = [];
  let held = Promise.resolve();
  let waiting = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    waiting++;
    await held;
    waiting--;
    const { status, headers = {}, body: said } = answerTo(request, body, employers, instead, asked);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(said ?? '{}');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Whoever forgets it is not kept running by it.
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    outbound: (others) => reachFinchAt(origin, others),
    employer: (workers, products = PRODUCTS) => {
      const key = randomBytes(24).toString('base64url');
      employers.set(key, { workers, products });
      return key;
    },
    employs: (key, workers) => void employers.set(key, { products: employers.get(key)?.products ?? PRODUCTS, workers }),
    revoke: (key) => void employers.delete(key),
    next: (path, ...answers) => void instead.set(path, [...answers]),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => resolve();
    },
    waiting: () => waiting,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function answerTo(
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
  employers: ReadonlyMap<string, Employer>,
  instead: ReadonlyMap<string, FinchAnswer[]>,
  asked: { path: string; key: string; ids: number }[],
): FinchAnswer {
  const { pathname, searchParams } = new URL(url, REAL);
  const key = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (headers['finch-api-version'] !== '2020-09-17') return problem(400, 'invalid_request', 'No such version');
  if (!key) return problem(401, 'unauthorized_request_error', 'No access token');
  const employer = employers.get(key);
  if (!employer) return problem(401, 'invalid_token_error', 'The access_token is incorrect');
  const ids = method === 'POST' ? idsIn(headers['content-type'], body) : [];
  asked.push({ path: pathname, key, ids: ids?.length ?? 0 });
  const told = instead.get(pathname)?.shift();
  if (told) return told;
  const { workers, products } = employer;
  if (method === 'GET' && pathname === '/introspect')
    return said({ id: uuid(), client_type: 'production', connection_status: { status: 'connected' }, products });
  const product = /^\/employer\/(directory|individual|employment)$/.exec(pathname)?.[1];
  if (!product) return problem(404, 'not_found', 'No such path');
  if (!products.includes(product)) return problem(403, 'insufficient_scope_error', 'Not granted');
  if (method === 'GET' && product === 'directory') return said(pageOf(workers, searchParams));
  if (method !== 'POST' || !ids) return problem(400, 'invalid_request', 'Failed to validate request');
  const of = product as 'individual' | 'employment';
  return said({ responses: ids.map((id) => responseOf(workers, id, of)) });
}

const said = (body: object): FinchAnswer => ({ status: 200, body: JSON.stringify(body) });

function pageOf(workers: readonly Worker[], asked: URLSearchParams): object {
  const [limit, offset] = [Number(asked.get('limit') ?? workers.length), Number(asked.get('offset') ?? 0)];
  const page = workers.slice(offset, offset + limit);
  return { paging: { count: workers.length, offset }, individuals: page.map(({ directory }) => directory) };
}

function idsIn(type: string | undefined, body: string): string[] | undefined {
  const { requests } = JSON.parse(body) as { requests?: { individual_id?: unknown }[] };
  const ids = requests?.map(({ individual_id }) => individual_id);
  const sound = type === 'application/json' && ids?.length && ids.length <= MOST_IDS;
  return sound && ids.every((id) => typeof id === 'string') ? (ids as string[]) : undefined;
}

function responseOf(workers: readonly Worker[], individual_id: string, of: 'individual' | 'employment'): object {
  const found = workers.find(({ id }) => id === individual_id);
  const code = found ? (found.codes?.[of] ?? 200) : 404;
  const why = { code, name: 'bad_request', finch_code: 'individual_not_found', message: 'Not read' };
  return { individual_id, code, body: code === 200 ? found?.[of] : why };
}

/** What a server of a test reaches: Finch at `origin`, and what `others` reach. */
export function reachFinchAt(origin: string, others?: Outbound): Outbound {
  const port = Number(new URL(origin).port);
  const finch = createOutbound({
    resolve: async () => ['127.0.0.1'],
    isOpen: (address, at) => address === '127.0.0.1' && at === port,
    unencrypted: true,
  });
  const base = others ?? finch;
  return {
    ...base,
    exchange: (address, exchange) => {
      const url = new URL(address);
      return url.origin === REAL
        ? finch.exchange(origin + url.pathname + url.search, exchange)
        : base.exchange(address, exchange);
    },
  };
}
