// The same call again: with the same key, with another body under it, with another method, and too often.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { inQuery } from '#contract/kernel/endpoint.ts';
import { API_BASE, IDEMPOTENCY_HEADER } from '#contract/kernel/envelope.ts';
import { endpoints } from '#contract/registry.ts';
import { type Call, callOf, type Reply, send } from '../http.ts';
import { judge, refused } from '../judge.ts';
import { changeAt, placesIn, readAt } from '../paths.ts';
import { type Column, type Made, type Row, withHeaders } from '../row.ts';

const key = (call: Call, value: string | undefined): Call => withHeaders(call, { [IDEMPOTENCY_HEADER]: value });

const noKey: Column = {
  name: 'no idempotency key',
  applies: ({ endpoint }) => endpoint.idempotency === 'key',
  run: async (row) => {
    const { call } = await row.shared();
    for (const value of [undefined, '', 'not-a-uuid', `${randomUUID()}, ${randomUUID()}`])
      await row.world.watch.nothing(async () =>
        refused(row.endpoint, await row.send(key(call, value)), 'INVALID_REQUEST', `the key ${value}`),
      );
  },
};

const sameKey: Column = {
  name: 'the same idempotency key',
  applies: ({ endpoint }) => endpoint.idempotency === 'key',
  run: async (row) => {
    const { watch } = row.world;
    const made = await row.fresh();
    const first = await row.send(made.call);
    judge(row.endpoint, first);
    await watch.nothing(async () => {
      const again = await row.send(made.call);
      expect(JSON.parse(again.text), 'the same answer').toEqual(JSON.parse(first.text));
      expect(again.status).toBe(first.status);
    });
    await watch.nothing(async () => {
      const other = await otherThan(row, made);
      refused(row.endpoint, await row.send(other), 'INVALID_REQUEST', 'another request under the same key');
    });
    await atOnce(row);
  },
};

/** Valid by its shape, and with the key of the first. */
async function otherThan(row: Row, { by, input, call }: Made): Promise<Call> {
  for (const place of placesIn(input)) {
    const value = readAt(input, place);
    const values = typeof value === 'string' && value.length === 36 ? [randomUUID()] : [`${String(value)}a`, 1, true];
    for (const one of values) {
      const changed = changeAt(input, place, one);
      const other = callOf(row.endpoint, by, changed);
      const { check } = await import('#contract/kernel/schema.ts');
      if (!check(row.endpoint.input, changed).issues && JSON.stringify(changed) !== JSON.stringify(input))
        return key(other, call.headers[IDEMPOTENCY_HEADER]);
    }
  }
  throw new Error(`No other valid input of ${row.endpoint.name} was found`);
}

/** Several at once with one key: one of them does it, all get its answer. */
async function atOnce(row: Row): Promise<void> {
  const { call } = await row.fresh();
  let replies: Reply[] = [];
  const written = await row.world.watch.during(async () => {
    replies = await Promise.all(Array.from({ length: 20 }, () => row.send(call)));
  });
  for (const reply of replies) judge(row.endpoint, reply);
  for (const reply of replies) expect(JSON.parse(reply.text)).toEqual(JSON.parse((replies[0] as Reply).text));
  const stored = written.filter((c) => c.table === 'idempotency_key' && c.operation === 'INSERT');
  expect(stored.length, 'answers stored').toBe(1);
}

const natural: Column = {
  name: 'the same call twice',
  applies: ({ endpoint }) => endpoint.idempotency === 'natural',
  run: async (row) => {
    const { call } = await row.fresh();
    judge(row.endpoint, await row.send(call));
    await row.world.watch.nothing(async () => {
      const again = await row.send({ ...call });
      if (row.case.spent) return refused(row.endpoint, again, row.case.spent, 'what it had was good once');
      judge(row.endpoint, again);
      expect(again.status).toBe(200);
    });
  },
};

const otherMethod: Column = {
  name: 'another HTTP method',
  applies: () => true,
  run: async (row) => {
    const { by, input } = await row.shared();
    const path = API_BASE + row.endpoint.path;
    const taken = endpoints.filter((e) => e.path === row.endpoint.path).map((e) => e.method as string);
    for (const method of http.METHODS.filter((m) => !taken.includes(m) && m !== 'CONNECT')) {
      const asBody = callOf({ ...row.endpoint, method: 'POST' }, by, input);
      const asQuery = callOf({ ...row.endpoint, method: 'GET' }, by, inQuery(row.endpoint) ? input : {});
      const call = ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].includes(method) ? asBody : asQuery;
      const headers = {
        ...call.headers,
        'x-http-method-override': row.endpoint.method,
        origin: 'https://evil.example',
      };
      await row.world.watch.nothing(async () => {
        const reply = await row.send({ ...call, method, headers });
        expect([404, 405, 400], `${method} ${path}: ${reply.text}`).toContain(reply.status);
        expect(reply.headers['access-control-allow-origin'], `${method}: a grant to other origins`).toBeUndefined();
      });
    }
  },
};

/** `crowded`: the address of the same server and database with room for one call of each rate class. */
export const tooOften = (crowded: () => string): Column => ({
  name: 'too often',
  applies: () => true,
  run: async (row) => {
    const { call } = await row.shared();
    const url = crowded();
    await spendAll(url, call);
    await row.world.watch.nothing(async () => {
      const reply = await send(url, call);
      refused(row.endpoint, reply, 'TOO_MANY_REQUESTS', 'the second call');
      expect(Number(reply.headers['retry-after']), 'Retry-After in seconds').toBeGreaterThan(0);
    });
  },
});

/** What is refused for other reasons counts all the same. Until there is no room, and none comes within the next second: a minute may just be over. */
async function spendAll(url: string, call: Call): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { status, headers } = await send(url, withoutBody(call));
    const seconds = status === 429 ? Number(headers['retry-after']) : 0;
    if (seconds > 1) return;
    if (seconds) await setTimeout(1_000);
  }
  throw new Error('There is always room');
}

/** Counted, but refused for its shape. */
const withoutBody = (call: Call): Call =>
  call.body === undefined
    ? { ...call, path: `${call.path.replace(/\?.*$/, '')}?zzz=1` }
    : { ...call, body: '{"zzz":1}' };

export const repeatColumns: readonly Column[] = [noKey, otherMethod];
export const executingColumns: readonly Column[] = [sameKey, natural];
