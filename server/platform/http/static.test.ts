import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { addStatic } from './static.ts';

let folder: string;
let app: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limelight-static-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Limelight</title>');
  writeFileSync(join(folder, 'assets', 'app-Ab12.js'), 'export {}');
  app = await createHttp({ logLevel: 'silent', trustedProxies: 0 });
  await addStatic(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const OF_ALL = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security'];
const OF_PAGES = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options'];
const headersOf = async (url: string) => {
  const { statusCode, headers } = await app.inject({ url });
  return { statusCode, cache: headers['cache-control'], names: Object.keys(headers) };
};

test('a page says all that a browser should hold to, a file of it what files heed', async () => {
  for (const url of ['/', '/people']) {
    const page = await headersOf(url);
    expect(page).toMatchObject({ statusCode: 200, cache: 'no-cache' });
    expect(page.names).toEqual(expect.arrayContaining([...OF_ALL, ...OF_PAGES]));
  }
  const file = await headersOf('/assets/app-Ab12.js');
  expect(file).toMatchObject({ statusCode: 200, cache: 'public, max-age=31536000, immutable' });
  expect(file.names).toEqual(expect.arrayContaining(OF_ALL));
  expect(file.names.filter((name) => OF_PAGES.includes(name))).toEqual([]);
});

test('a file that is not there is no page, and says everything', async () => {
  const { statusCode, names } = await headersOf('/assets/app-gone.js');
  expect(statusCode).toBe(404);
  expect(names).toEqual(expect.arrayContaining([...OF_ALL, ...OF_PAGES]));
});

test('the worker takes a page that may reach other places for another one', async () => {
  const built = 'all([{"revision":"0a1b2c","url":"index.html"},{"revision":"0a1b2c","url":"favicon.ico"}])';
  writeFileSync(join(folder, 'sw.js'), built);
  const workerFor = async (...reached: string[]) => {
    const http = await createHttp({ logLevel: 'silent', trustedProxies: 0 });
    await addStatic(http, folder, { reached });
    const asked = (headers = {}) => http.inject({ url: '/sw.js', headers });
    const first = await asked();
    const tag = String(first.headers.etag);
    const again = await asked({ 'if-none-match': tag });
    await http.close();
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(first.headers['content-type']).toMatch(/javascript/);
    return { tag, script: first.body };
  };
  const store = await workerFor('https://store.example');
  const other = await workerFor('https://other.example');
  expect((await workerFor()).script).toBe(built);
  expect(await workerFor('https://store.example/bucket'), 'the origin alone').toEqual(store);
  expect(store.script).toMatch(
    /^all\(\[\{"revision":"\w{40}","url":"index\.html"\},\{"revision":"0a1b2c","url":"favicon\.ico"\}\]\)$/,
  );
  expect(other.script).not.toBe(store.script);
  expect(other.tag).not.toBe(store.tag);
});
