// Telling the server who has left: once it has answered nothing is left to be told, and nobody else's session is touched.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { tellLate, tellLeft } from './tell.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const end of ends.splice(0)) end();
});

/** A device with these entries. */
function device(entries: Record<string, unknown>) {
  const kept = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}

/** Answers everything with this status, and notes what was asked. */
async function server(status: number) {
  const asked: string[] = [];
  const http = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => asked.push(body));
    response.writeHead(status, { 'content-type': 'application/json' });
    request.on('end', () =>
      response.end(JSON.stringify({ status: status < 400 ? 'success' : 'error', data: '/sign-in' })),
    );
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  ends.push(() => http.close());
  return { asked, base: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api` };
}

test('what the server has answered is told, and it says where to go', async () => {
  const kept = device({ untold: 'left' });
  const { asked, base } = await server(200);
  expect(await tellLeft(base, 'left', null)).toBe('/sign-in');
  expect(asked).toEqual(['{"session_id":"left"}']);
  expect(kept.has('untold')).toBe(false);
});

test('a server that fails is to be told again', async () => {
  const kept = device({ untold: 'left' });
  const { asked, base } = await server(503);
  await tellLeft(base, 'left', null);
  expect([asked.length, kept.get('untold')]).toEqual([1, '"left"']);
});

test('where somebody has signed in meanwhile, the server is not asked: their cookie would go with it', async () => {
  device({ untold: 'left', userSession: { session_id: 'theirs' } });
  const { asked, base } = await server(200);
  expect(await tellLeft(base, 'left', null)).toBe(false);
  await tellLate(base);
  expect(asked).toEqual([]);
});
