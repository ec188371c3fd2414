// Input of another shape than declared: refused with its place before anything is done.
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { inQuery } from '#contract/kernel/endpoint.ts';
import { check } from '#contract/kernel/schema.ts';
import { type Call, callOf, type Input, queryOf, type Reply } from '../http.ts';
import { judge, refused } from '../judge.ts';
import { changeAt, placesIn, placeText, readAt } from '../paths.ts';
import type { Column, Made, Row } from '../row.ts';

const always = () => true;
const hasBody: Column['applies'] = ({ endpoint }) => !inQuery(endpoint);

/** INVALID_REQUEST, with the place of the problem, and nothing written. */
async function deny(row: Row, call: Call, what: string, place?: string): Promise<void> {
  await row.world.watch.nothing(async () => {
    const reply = await row.send(call);
    refused(row.endpoint, reply, 'INVALID_REQUEST', what);
    if (place !== undefined) expect(reply.text, `${what}: the place`).toContain(`"path":"${place}`);
  });
}

async function eachForm(row: Row, run: (input: Input, send: (input: Input) => Call) => Promise<void>): Promise<void> {
  for (const form of row.case.forms.keys()) {
    const { by, input } = form ? await row.fresh(form) : await row.shared();
    await run(input, (changed) => callOf(row.endpoint, by, changed));
  }
}

const unknownField: Column = {
  name: 'unknown field',
  applies: always,
  run: (row) =>
    eachForm(row, async (input, callWith) => {
      await deny(row, callWith({ ...input, zzz_unknown: '1' }), 'an unknown field');
      for (const name of await columnNames(row)) {
        if (Object.hasOwn(input, name) || fieldsOf(row).has(name)) continue;
        expect(check(row.endpoint.input, { ...input, [name]: '1' }).issues, `the field ${name}`).toBeDefined();
      }
      for (const place of inQuery(row.endpoint) ? [] : placesIn(input)) {
        const value = readAt(input, place);
        if (typeof value !== 'object' || value === null || Array.isArray(value) || isRecord(row, place)) continue;
        await deny(row, callWith(changeAt(input, [...place, 'zzz_unknown'], 1)), `in ${placeText(place)}`);
      }
    }),
};

/** Objects whose keys are data, not fields; of settings, an unknown one has a code of its own (INVALID_CONFIG_SETTING). */
const isRecord = (row: Row, place: readonly (string | number)[]): boolean =>
  ['modules', 'notification_debug', 'settings', 'topics'].includes(String(place.at(-1))) && row.endpoint.name !== '';

const fieldsOf = (row: Row): Set<string> =>
  new Set(Object.keys((row.endpoint.input as { entries?: Record<string, unknown> }).entries ?? {}));

let columns: Promise<string[]> | undefined;
/** Every column of every table, as somebody who guesses at mass assignment would try them. */
const columnNames = (row: Row): Promise<string[]> =>
  (columns ??= row.world.app
    .sql<{ name: string }>(
      "SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'",
    )
    .then((rows) => [...rows.map((r) => r.name), 'constructor', 'toString', 'hasOwnProperty']));

const fieldMissing: Column = {
  name: 'field missing',
  applies: always,
  run: (row) =>
    eachForm(row, async (input, callWith) => {
      for (const place of placesIn(input)) {
        if (inQuery(row.endpoint) && place.length > 1) continue;
        const changed = changeAt(input, place, undefined);
        if (check(row.endpoint.input, changed).issues)
          await deny(row, callWith(changed), `without ${placeText(place)}`);
      }
      if (check(row.endpoint.input, {}).issues) await deny(row, callWith({}), 'without anything');
    }),
};

/** What is no value of any field of ours, in a body. */
const wrong: readonly unknown[] = [{ $gt: '' }, [[]], Number.MAX_SAFE_INTEGER + 1, 1.5, true, '\0'];

/** As many as a body has room for. */
const many = (row: Row): number[] => Array<number>(Math.floor(row.endpoint.limit / 2) - 1000).fill(1);

const tooMany: Column = {
  name: 'a list of very many',
  applies: hasBody,
  run: async (row) => {
    const { by, input } = await row.shared();
    const call = (body: unknown) => ({ ...callOf(row.endpoint, by, input), body: JSON.stringify(body) });
    await deny(row, call(many(row)), 'a list instead of an input');
    for (const [name, value] of Object.entries(input))
      if (Array.isArray(value)) await deny(row, call({ ...input, [name]: many(row) }), name, name);
  },
};

const wrongType: Column = {
  name: 'field of a wrong type',
  applies: always,
  run: (row) =>
    eachForm(row, async (input, callWith) => {
      for (const place of placesIn(input)) {
        const at = placeText(place);
        if (inQuery(row.endpoint)) {
          const twice = `${queryOf(input)}&${new URLSearchParams({ [at]: String(readAt(input, place)) })}`;
          const call = callWith(input);
          await deny(row, { ...call, path: call.path.replace(/\?.*$/, '') + twice }, `${at} twice`);
          continue;
        }
        for (const value of wrong.filter((one) => typeof one !== typeof readAt(input, place) || one === '\0')) {
          const changed = changeAt(input, place, value);
          if (typeof value === 'object' && !isRecord(row, place.slice(0, -1)))
            expect(check(row.endpoint.input, changed).issues, `${at} as ${JSON.stringify(value)}`).toBeDefined();
          if (check(row.endpoint.input, changed).issues)
            await deny(row, callWith(changed), `${at} as ${String(value)}`);
        }
      }
    }),
};

/** A thousand times as much when it is unpacked. */
const BOMB = gzipSync(Buffer.alloc(10_000_000, ' '));

const malformed: Column = {
  name: 'malformed body',
  applies: hasBody,
  run: async (row) => {
    const { call, input } = await row.shared();
    const text = JSON.stringify(input);
    const bodies = [
      '',
      '{',
      '[',
      '[]',
      'null',
      '1',
      '"x"',
      `${text}x`,
      `${text.slice(0, -1)},}`,
      `{${'['.repeat(9000)}`,
    ];
    for (const body of bodies) await deny(row, { ...call, body }, `the body ${body.slice(0, 40)}`);
    await deny(row, { ...call, body: `[${text}]` }, 'the input in a list');
    await deny(row, { ...call, body: text.replace('{', '{"__proto__":{"admin":true},') }, '__proto__');
    const nested = text.replace('{', '{"constructor":{"prototype":{"admin":true}},');
    await deny(row, { ...call, body: nested }, 'constructor.prototype');
    await deny(row, { ...call, body: text.replace('{', '{"constructor":1,') }, 'constructor');
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
    const compressed = { ...call.headers, 'content-encoding': 'gzip' };
    await deny(row, { ...call, headers: compressed, body: gzipSync(text) }, 'a compressed body');
    await deny(row, { ...call, headers: compressed, body: BOMB }, 'very much, compressed');
  },
};

const malformedQuery: Column = {
  name: 'malformed query',
  applies: ({ endpoint }) => inQuery(endpoint),
  run: async (row) => {
    const { call, input } = await row.shared();
    const with_ = (more: string) => ({ ...call, path: call.path + (queryOf(input) ? '&' : '?') + more });
    for (const more of ['__proto__=1', 'constructor=1', 'a[b]=1', '%zz=1', '=1'])
      await deny(row, with_(more), `the query ${more}`);
  },
};

const contentType: Column = {
  name: 'wrong content type',
  applies: hasBody,
  run: async (row) => {
    const { call } = await row.shared();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ])
      await row.world.watch.nothing(async () => {
        const reply = await row.send({ ...call, headers: { ...call.headers, 'content-type': type } });
        const body = judge(row.endpoint, reply, [415]);
        expect([400, 415], `${type}: ${reply.text}`).toContain(reply.status);
        expect(body.error_code).toBe('INVALID_REQUEST');
      });
  },
};

/** Hostile words for every text: SQL, templates, mark-up, headers, formulas, unusual characters. */
const payloads: readonly string[] = [
  "'; DROP TABLE message; --",
  '" OR ""="',
  '%_\\',
  '<img src=x onerror=alert(1)>${7*7}{{7*7}}',
  'a\r\nBcc: x@evil.example',
  '=1+1',
  '\u202e\u200d👩‍👩‍👧‍👦\u{1f9ff}',
  'a\0b',
  '\ud800',
  '',
];

const texts: Column = {
  name: 'hostile texts',
  applies: always,
  run: async (row) => {
    for (const form of row.case.forms.keys()) {
      const base = form ? await row.fresh(form) : await row.shared();
      const places = placesIn(base.input).filter((place) => typeof readAt(base.input, place) === 'string');
      // A query string cannot say half a character.
      const sayable = payloads.filter((payload) => payload.isWellFormed() || !inQuery(row.endpoint));
      for (const place of places) for (const payload of sayable) await tryText(row, form, base, place, payload);
    }
  },
};

async function tryText(row: Row, form: number, base: Made, place: (string | number)[], payload: string): Promise<void> {
  const refusable = check(row.endpoint.input, changeAt(base.input, place, payload)).issues;
  // What the schema lets through is carried out, so it needs a call of its own.
  const { by, input } = refusable ? base : await row.fresh(form);
  const at = `${placeText(place)} = ${JSON.stringify(payload)}`;
  const changed = changeAt(input, place, payload);
  const issues = check(row.endpoint.input, changed).issues;
  const reply = await row.send(callOf(row.endpoint, by, changed));
  const body = judge(row.endpoint, reply);
  if (issues) return expect(body.error_code, `${at}: ${reply.text}`).toBe('INVALID_REQUEST');
  if (reply.status < 300 && !(row.case.ownWords && row.case.ownWords in input))
    keptAsSent(body.data, String(place.at(-1)), payload, at);
}

/** If the answer has a text of that name, one of them is what was sent, trimmed and nothing else. */
function keptAsSent(data: unknown, name: string, payload: string, at: string): void {
  const told = placesIn(data)
    .filter((place) => place.at(-1) === name && !place.includes('events'))
    .map((place) => readAt(data, place));
  if (told.length) expect(told, `${at}: kept as sent`).toContain(payload.trim());
}

/** The same call with a body of so many bytes. */
export function padded(call: Call, bytes: number): Call {
  const body = String(call.body);
  const more = ' '.repeat(bytes - Buffer.byteLength(body));
  return { ...call, body: body + more, headers: { ...call.headers, 'content-length': String(bytes) } };
}

const tooLarge: Column = {
  name: 'too large body',
  applies: ({ endpoint }) => endpoint.method !== 'GET',
  run: async (row) => {
    const { call } = await row.shared();
    const { limit } = row.endpoint;
    const headers = { ...call.headers, 'content-type': 'application/json' };
    const oneMore = padded({ ...call, headers }, limit + 1);
    const announced = { ...call, body: undefined, headers: { ...headers, 'content-length': String(limit + 1) } };
    const poured = {
      ...call,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: `"${'x'.repeat(limit + 10)}`,
    };
    for (const [what, large] of Object.entries({ oneMore, announced, poured }))
      await row.world.watch.nothing(async () => {
        const reply: Reply = await row.sendUnfinished(large);
        refused(row.endpoint, reply, 'PAYLOAD_TOO_LARGE', what);
      });
  },
};

export const shapeColumns: readonly Column[] = [
  unknownField,
  fieldMissing,
  wrongType,
  tooMany,
  malformed,
  malformedQuery,
  contentType,
  tooLarge,
];
export const textColumn = texts;
