// The tunnel of error reports: kept once for each kind without anybody's data, or passed on to a collector that speaks Sentry's protocol.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPLAY_SAMPLE_RATES, reportError } from '#contract/system/error-report.ts';
import { MOST_KEPT } from '#server/features/system/errors/errors-repo.ts';
import { listClientErrors } from '#server/features/system/service.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { TestClient } from '../kit/client.ts';
import { registerCompany } from '../kit/factory.ts';

const stack = [
  'TypeError: Cannot read "hunter2" of anna@acme.example',
  '    at Row.render (https://limelight.example.com/assets/chat-B1x2.js:12:345)',
  '    at async send (https://limelight.example.com/assets/chat-B1x2.js?secret=hunter2:1:2)',
  '    at https://elsewhere.example/anna/hunter2.js:3:4',
  '    at hunter2 said something',
].join('\n');
const report = {
  kind: 'error' as const,
  type: 'TypeError',
  message: 'Cannot read "hunter2" of anna@acme.example',
  stack,
  app_version: '2.7.2',
  route: '/connect/space/0190d3c8-7dec-71d0-a765-00a0c91e6bf6',
};

describe('without a collector', () => {
  let app: TestApp;
  let nobody: TestClient;
  const kept = () => listClientErrors(app.app.context.db);
  beforeAll(async () => {
    app = await startTestApp();
    nobody = new TestClient(app.url);
  });
  afterAll(() => app.close());
  beforeEach(() => app.sql('DELETE FROM client_error'));

  test('kept once for each kind, by whomever it is sent, and nothing of anybody is', async () => {
    const { owner } = await registerCompany(app);
    const first = await nobody.call(reportError, report);
    const again = await owner.call(reportError, { ...report, app_version: '2.7.3' });
    expect(again).toEqual(first);
    await nobody.call(reportError, { ...report, type: 'RangeError' });
    const found = await kept();
    expect(found.map(({ type, count }) => [type, count])).toEqual([
      ['RangeError', 1],
      ['TypeError', 2],
    ]);
    expect(found[1]).toEqual({
      fingerprint: first.report_id,
      kind: 'error',
      type: 'TypeError',
      message: 'Cannot read "…" of [address]',
      stack: [
        'at Row.render (assets/chat-B1x2.js:12:345)',
        'at send (assets/chat-B1x2.js:1:2)',
        'at ? (anna/hunter2.js:3:4)',
      ].join('\n'),
      app_version: '2.7.3',
      route: '/connect/space/$',
      count: 2,
      created_at: expect.any(String),
      seen_at: expect.any(String),
    });
    const rows = await app.sql('SELECT * FROM client_error');
    expect(JSON.stringify(rows)).not.toContain(owner.company_id);
  });

  test('no more kinds than there is room for: what was not seen for the longest goes', async () => {
    await app.sql(
      `INSERT INTO client_error (company_id, fingerprint, kind, type, message, stack, app_version, route, seen_at)
       SELECT '00000000-0000-0000-0000-000000000000', n::text, 'error', 'Error', 'm', '', '1', '/', now() - make_interval(mins => n)
       FROM generate_series(1, $1) n`,
      [MOST_KEPT],
    );
    const { report_id } = await nobody.call(reportError, report);
    const rows = await app.sql<{ fingerprint: string }>('SELECT fingerprint FROM client_error ORDER BY seen_at DESC');
    expect(rows).toHaveLength(MOST_KEPT);
    expect(rows[0]?.fingerprint).toBe(report_id);
    expect(rows.at(-1)?.fingerprint).toBe(String(MOST_KEPT - 1));
  });

  test('for 30 days after it was seen last', async () => {
    await nobody.call(reportError, report);
    await app.sql(
      `UPDATE client_error SET created_at = now() - interval '90 days', seen_at = now() - interval '29 days'`,
    );
    expect(await kept()).toHaveLength(1);
    await app.sql(`UPDATE client_error SET seen_at = now() - interval '31 days'`);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['a kind that there is not', { ...report, kind: 'other' }],
    ['too much', { ...report, message: 'x'.repeat(1001) }],
    ['something besides', { ...report, email: 'anna@acme.example' }],
    ['nothing', {}],
  ])('%s is refused and keeps nothing', async (_what, input) => {
    expect(await nobody.raw(reportError, input)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_REQUEST' },
    });
    expect(await kept()).toEqual([]);
  });

  test('so many of one address in ten minutes, and bodies so large', async () => {
    await using strict = await startTestApp({ rateFactor: 1 });
    const one = new TestClient(strict.url);
    const answers = [];
    for (let n = 0; n < 61; n++) answers.push((await one.raw(reportError, report)).status);
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    expect((await nobody.raw(reportError, { ...report, stack: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

describe('with a collector', () => {
  const heard: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 200;
  const collector = createServer((request, answer) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.once('end', () => {
      heard.push({ url: request.url ?? '', headers: request.headers, body });
      answer.writeHead(status, { 'retry-after': '60' }).end('{}');
    });
  });
  let dsn: string;
  beforeAll(async () => {
    await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
    dsn = `http://publickey@127.0.0.1:${(collector.address() as AddressInfo).port}/below/42`;
  });
  afterAll(() => new Promise((done) => collector.close(done)));
  beforeEach(() => {
    heard.length = 0;
    status = 200;
  });
  const start = () => startTestApp({ sentry: readConfig({ SENTRY_DSN: dsn, DATA_DIR: '.' }).sentry });

  test('a report goes there as an envelope, clean, and is not kept', async () => {
    await using app = await start();
    const { report_id, passed_on } = await new TestClient(app.url).call(reportError, report);
    expect(passed_on).toBe(true);
    expect(heard).toHaveLength(1);
    const [{ url, headers, body }] = heard as [(typeof heard)[0]];
    expect(url).toBe('/below/api/42/envelope/');
    expect(headers['content-type']).toBe('application/x-sentry-envelope');
    expect(headers['x-sentry-auth']).toMatch(/^Sentry sentry_version=7, .*sentry_key=publickey$/);
    const [envelope, item, event, end] = body.split('\n');
    const said = JSON.parse(event ?? '');
    expect(JSON.parse(item ?? '')).toMatchObject({ type: 'event', length: Buffer.byteLength(event ?? '') });
    expect(end).toBe('');
    expect(said.event_id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.parse(envelope ?? '')).toMatchObject({ event_id: said.event_id });
    expect(said).toMatchObject({
      platform: 'javascript',
      release: 'limelight@2.7.2',
      transaction: '/connect/space/$',
      fingerprint: [report_id],
      exception: { values: [{ type: 'TypeError', value: 'Cannot read "…" of [address]' }] },
    });
    expect(said.exception.values[0].stacktrace.frames.at(-1)).toMatchObject({ function: 'Row.render', lineno: 12 });
    for (const secret of ['acme', '0190d3c8']) expect(body).not.toContain(secret);
    expect(await listClientErrors(app.app.context.db)).toEqual([]);
  });

  test('what it does not take is kept, and it is left alone when it says so', async () => {
    await using app = await start();
    const client = new TestClient(app.url);
    for (const next of [500, 429, 200]) {
      status = next;
      // A replay of it would be of nothing.
      expect(await client.call(reportError, report)).not.toHaveProperty('passed_on');
    }
    expect(heard).toHaveLength(2);
    expect(await listClientErrors(app.app.context.db)).toMatchObject([{ count: 3 }]);
  });
});

test('nothing of a session is recorded but where an error happened', () => {
  expect(REPLAY_SAMPLE_RATES).toEqual({ session: 0, error: 1 });
});
