// The tunnel of replays: what a page has recorded goes to the collector that whoever runs the server has named, and nowhere else; and
// whatever the page forgot to mask does not leave the server.
// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportError } from '#contract/system/error-report.ts';
import { getTunnel, sendEnvelope } from '#contract/system/tunnel.ts';
import { createTunnel } from '#server/features/system/errors/replay/tunnel.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createSentry, type SentryConfig } from '#server/platform/http/log/sentry.ts';
import { createRateLimits } from '#server/platform/http/rate-limit.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { TestClient } from '../kit/client.ts';
import { registerCompany } from '../kit/factory.ts';
import { type Collector, startCollector } from '../kit/outside/collector.ts';

const ID = '0190d3c8-7dec-71d0-a765-00a0c91e6bf6';
const replay_id = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const event_id = 'badc0de0badc0de0badc0de0badc0de0';
const EVENT = {
  type: 'replay_event',
  replay_id,
  segment_id: 0,
  replay_type: 'buffer',
  timestamp: 1_790_000_001.5,
  replay_start_timestamp: 1_790_000_000,
  error_ids: [event_id, 'hunter2'],
  trace_ids: ['hunter2'],
  urls: [`https://hunter2.example/connect/space/${ID}?hunter2=1#hunter2`],
  release: 'limelight@2.7.2',
  user: { email: 'hunter2@example.com', ip_address: '10.1.2.3' },
  request: { url: 'https://hunter2.example', headers: { cookie: 'hunter2' } },
  contexts: { hunter2: { hunter2: 'hunter2' } },
};
const text = (textContent: string, id: number) => ({ type: 3, textContent, id });
const PAGE = {
  type: 0,
  id: 1,
  childNodes: [
    { type: 1, name: 'html', publicId: 'hunter2', systemId: '', id: 2 },
    {
      type: 2,
      tagName: 'link',
      attributes: {
        rel: 'stylesheet',
        href: '/hunter2.css',
        _cssText: `.a { color: red; background: url("/files/${ID}") }`,
      },
      childNodes: [],
      id: 3,
    },
    {
      type: 2,
      tagName: 'a',
      attributes: {
        class: `rt-Link rt-r-size-2 m-${ID} x12345`,
        style: `color: red; --said: "hunter2"; background: url(/files/${ID})`,
        href: `/connect/space/${ID}`,
        title: 'hunter2',
        'data-state': 'open',
        'data-look': 'hunter2 said',
        'data-name': 'hunter',
        rr_width: '12px',
      },
      childNodes: [text('Say hunter2', 5)],
      id: 4,
    },
  ],
};
const remark = (category: string) => ({
  tag: 'breadcrumb',
  payload: {
    timestamp: 1,
    type: 'hunter2',
    category,
    message: 'a[title="hunter2"]',
    data: { nodeId: 4, url: 'hunter2' },
  },
});
const EVENTS = [
  {
    type: 4,
    data: { href: `https://hunter2.example/connect/space/${ID}?hunter2=1`, width: 800, height: 600 },
    timestamp: 1,
  },
  { type: 2, data: { node: PAGE, initialOffset: { left: 0, top: 5 } }, timestamp: 2 },
  {
    type: 3,
    data: {
      source: 0,
      texts: [{ id: 5, value: 'hunter2' }],
      attributes: [
        {
          id: 4,
          attributes: { title: 'hunter2', 'data-state': 'closed', class: null, style: { color: 'blue', top: false } },
        },
      ],
      removes: [{ parentId: 4, id: 9, hunter2: 'hunter2' }],
      adds: [{ parentId: 4, nextId: null, node: text('hunter2', 10) }],
    },
    timestamp: 3,
  },
  { type: 3, data: { source: 5, text: 'hunter2', isChecked: false, id: 7 }, timestamp: 4 },
  { type: 3, data: { source: 1, positions: [{ x: 1, y: 2, id: 4, timeOffset: -20 }] }, timestamp: 5 },
  {
    type: 3,
    data: { source: 8, id: 3, adds: [{ rule: '.b { background: url(hunter2) }', index: [0, 1] }] },
    timestamp: 6,
  },
  { type: 5, data: remark('ui.click'), timestamp: 7 },
  { type: 5, data: remark('console'), timestamp: 8 },
  {
    type: 5,
    data: { tag: 'performanceSpan', payload: { op: 'resource.fetch', description: 'hunter2' } },
    timestamp: 9,
  },
  { type: 6, data: { plugin: 'hunter2' }, timestamp: 10 },
];

/** As the collector's own client writes it. */
function envelopeOf(dsn: string | null, items: readonly (readonly [type: string, content: string])[]): string {
  const lines = items.map(
    ([type, content]) => `${JSON.stringify({ type, length: Buffer.byteLength(content) })}\n${content}`,
  );
  return [JSON.stringify({ event_id: replay_id, dsn }), ...lines].join('\n');
}
const recording = (events: unknown = EVENTS) =>
  ['replay_recording', `{"segment_id":0}\n${JSON.stringify(events)}`] as const;
const event = (given: object = {}) => ['replay_event', JSON.stringify({ ...EVENT, ...given })] as const;

describe('with a collector', () => {
  let collector: Collector;
  let app: TestApp;
  let owner: TestClient;
  let dsn: string | null;
  const sentry = () => readConfig({ SENTRY_DSN: collector.dsn, DATA_DIR: '.' }).sentry;
  const send = (items: Parameters<typeof envelopeOf>[1], to = dsn) =>
    owner.raw(sendEnvelope, { envelope: envelopeOf(to, items) });
  const arrived = (count: number) =>
    expect.poll(() => collector.contents('replay_recording').length, { timeout: 20_000 }).toBe(count);
  beforeAll(async () => {
    collector = await startCollector();
    app = await startTestApp({ sentry: sentry() });
    ({ owner } = await registerCompany(app));
    ({ dsn } = await owner.call(getTunnel, {}));
  });
  afterAll(async () => {
    await app?.close();
    await collector?.close();
  });
  beforeEach(() => {
    collector.taken.length = 0;
    collector.status = 200;
    collector.says = {};
  });

  test('the page is told that there is one, and neither where nor by which key', () => {
    expect(dsn).toMatch(/^https:/);
    for (const secret of ['publickey', '127.0.0.1', '/42']) expect(dsn).not.toContain(secret);
  });

  test('a segment goes there, and nothing of anybody with it', async () => {
    expect(await send([event(), recording()])).toMatchObject({ status: 200, body: { data: { taken: true } } });
    await arrived(1);
    const [{ url, headers, text: all }] = collector.taken as [(typeof collector.taken)[0]];
    expect(url).toBe('/below/api/42/envelope/');
    expect(headers['content-type']).toBe('application/x-sentry-envelope');
    expect(headers['x-sentry-auth']).toMatch(/sentry_key=publickey$/);
    for (const secret of ['hunter', ID, 'files/', '10.1.2.3', '12345', owner.employee_id, owner.company_id])
      expect(all).not.toContain(secret);
    expect(JSON.parse(collector.contents('replay_event')[0] ?? '')).toEqual({
      type: 'replay_event',
      event_id: replay_id,
      replay_id,
      segment_id: 0,
      replay_type: 'buffer',
      timestamp: 1_790_000_001.5,
      replay_start_timestamp: 1_790_000_000,
      error_ids: [event_id],
      trace_ids: [],
      urls: ['https://limelight.invalid/connect/space/$'],
      platform: 'javascript',
      release: 'limelight@2.7.2',
    });
  });

  test('what a replay is drawn from is still there', async () => {
    await send([event(), recording()]);
    await arrived(1);
    const [head, events] = (collector.contents('replay_recording')[0] ?? '').split('\n');
    expect(JSON.parse(head ?? '')).toEqual({ segment_id: 0 });
    const link = { rel: 'stylesheet', _cssText: '.a { color: red; background: url("") }' };
    const look = { class: 'rt-Link rt-r-size-2', style: 'color: red; background: url("")' };
    expect(JSON.parse(events ?? '')).toEqual([
      { type: 4, data: { href: 'https://limelight.invalid/connect/space/$', width: 800, height: 600 }, timestamp: 1 },
      {
        type: 2,
        data: {
          node: {
            type: 0,
            id: 1,
            childNodes: [
              { type: 1, name: 'html', publicId: '', systemId: '', id: 2 },
              { type: 2, tagName: 'link', attributes: link, childNodes: [], id: 3 },
              {
                type: 2,
                tagName: 'a',
                attributes: { ...look, 'data-state': 'open', rr_width: '12px' },
                childNodes: [text('*** *******', 5)],
                id: 4,
              },
            ],
          },
          initialOffset: { left: 0, top: 5 },
        },
        timestamp: 2,
      },
      {
        type: 3,
        data: {
          source: 0,
          texts: [{ id: 5, value: '*******' }],
          attributes: [{ id: 4, attributes: { 'data-state': 'closed', style: { color: 'blue', top: false } } }],
          removes: [{ parentId: 4, id: 9 }],
          adds: [{ parentId: 4, nextId: null, node: text('*******', 10) }],
        },
        timestamp: 3,
      },
      { type: 3, data: { source: 5, text: '*******', isChecked: false, id: 7 }, timestamp: 4 },
      { type: 3, data: { source: 1, positions: [{ x: 1, y: 2, id: 4, timeOffset: -20 }] }, timestamp: 5 },
      {
        type: 3,
        data: { source: 8, id: 3, adds: [{ rule: '.b { background: url("") }', index: [0, 1] }] },
        timestamp: 6,
      },
      {
        type: 5,
        data: {
          tag: 'breadcrumb',
          payload: { timestamp: 1, type: 'default', category: 'ui.click', data: { nodeId: 4 } },
        },
        timestamp: 7,
      },
    ]);
  });

  test.each([
    ['for another collector', () => envelopeOf('https://key@elsewhere.example/1', [event(), recording()])],
    ['for none', () => envelopeOf(null, [event(), recording()])],
    ['of no replay that has an id', () => envelopeOf(dsn, [event({ replay_id: 'x' }), recording()])],
    ['without a number', () => envelopeOf(dsn, [event({ segment_id: 'x' }), recording()])],
    ['with no recording in it', () => envelopeOf(dsn, [event(), recording({})])],
    [
      'that is nested too deep',
      () => envelopeOf(dsn, [event(), recording([{ type: 2, data: { node: nested(2_000) } }])]),
    ],
    ['with a wrong length', () => `${JSON.stringify({ dsn })}\n{"type":"replay_event","length":3}\n{"a":1}`],
    ['with no list of events in it', () => envelopeOf(dsn, [event(), ['replay_recording', '{}\n{"toString":0}']])],
    ['with lengths into nowhere', () => `${JSON.stringify({ dsn })}\n{"type":"replay_event","length":1e9}\n{}`],
    ['with a length below nothing', () => `${JSON.stringify({ dsn })}\n{"type":"event","length":-5}\n{}`],
    ['that is none', () => 'hunter2'],
    ['that is empty', () => ''],
  ])('an envelope %s is refused, and nothing is sent', async (_what, envelope) => {
    const { status, body } = await owner.raw(sendEnvelope, { envelope: envelope() });
    expect([status, body]).toMatchObject([400, { error_code: 'INVALID_REQUEST' }]);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(collector.taken).toEqual([]);
  });

  test('what is not of a replay is dropped', async () => {
    const others = ['event', 'session', 'client_report', 'transaction', 'attachment'].map(
      (type) => [type, '{}'] as const,
    );
    expect(await send(others)).toMatchObject({ status: 200, body: { data: { taken: false } } });
    expect(await send([event(), ...others])).toMatchObject({ body: { data: { taken: false } } });
    expect(await send([...others, event(), recording()])).toMatchObject({ body: { data: { taken: true } } });
    await arrived(1);
    expect(collector.taken.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['replay_event', 'replay_recording'],
    ]);
  });

  test('more than four mebibytes are refused, and more than one of one event', async () => {
    const { status } = await owner.raw(sendEnvelope, { envelope: 'x'.repeat(4_194_305) });
    expect(status).toBe(400);
    expect((await owner.raw(sendEnvelope, { envelope: 'x'.repeat(8_500_000) })).status).toBe(413);
    const large = (length: number) => ({ type: 0, timestamp: 1, data: { x: 'x'.repeat(length) } });
    expect((await send([event(), recording([large(1_048_577)])])).status).toBe(400);
    const lively = Array.from({ length: 4 }, () => large(1_000_000));
    expect(await send([event(), recording(lively)])).toMatchObject({ body: { data: { taken: true } } });
    await arrived(1);
    expect(JSON.parse(collector.contents('replay_recording')[0]?.split('\n')[1] ?? '')).toHaveLength(4);
    collector.taken.length = 0;
    expect(
      await send([event(), recording([{ type: 0, timestamp: 1, data: { x: 'x'.repeat(900_000) } }])]),
    ).toMatchObject({
      body: { data: { taken: true } },
    });
    await arrived(1);
    expect(collector.contents('replay_recording')[0]).toBe('{"segment_id":0}\n[{"type":0,"timestamp":1,"data":{}}]');
  });

  test('nobody who is not signed in', async () => {
    const nobody = new TestClient(app.url);
    const envelope = envelopeOf(dsn, [event(), recording()]);
    expect((await nobody.raw(sendEnvelope, { envelope })).status).toBe(401);
    expect((await nobody.raw(getTunnel, {})).status).toBe(401);
    expect(collector.taken).toEqual([]);
  });

  test('nobody waits for it; once it says that it is too much, the page is told for how long', async () => {
    await using own = await startTestApp({ sentry: sentry() });
    const { owner: other } = await registerCompany(own);
    collector.status = 429;
    const envelope = envelopeOf(dsn, [event(), recording()]);
    expect((await other.raw(sendEnvelope, { envelope })).status).toBe(200);
    let refused = await other.raw(sendEnvelope, { envelope });
    await expect
      .poll(async () => (refused = await other.raw(sendEnvelope, { envelope })).status, { timeout: 20_000 })
      .toBe(429);
    expect(refused.body).toMatchObject({ error_code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  });

  test.each([
    ['too many replays', 429, {}, [429, true]],
    ['by name too many replays', 429, { 'x-sentry-rate-limits': '60:replay;attachment:organization' }, [429, true]],
    ['too many errors, with what it takes', 200, { 'x-sentry-rate-limits': '60:error:organization' }, [200, false]],
    ['too much of anything', 429, { 'x-sentry-rate-limits': '60:transaction:key, 60::organization' }, [429, false]],
    ['too much of something else', 200, { 'x-sentry-rate-limits': '60:transaction:key' }, [200, true]],
  ] as const)('after “%s” only that is kept back', async (_what, status, says, then) => {
    await using own = await startTestApp({ sentry: sentry() });
    const { owner: other } = await registerCompany(own);
    Object.assign(collector, { status, says });
    const envelope = envelopeOf(dsn, [event(), recording()]);
    const replay = async () => (await other.raw(sendEnvelope, { envelope })).status;
    expect(await replay()).toBe(200);
    await arrived(1);
    Object.assign(collector, { status: 200, says: {} });
    // The answer is on its way back to the server.
    await expect.poll(replay, { timeout: 20_000 }).toBe(then[0]);
    const report = { kind: 'error' as const, type: 'Error', message: 'm', stack: '', app_version: '2.7.2', route: '/' };
    await expect
      .poll(
        async () => {
          const before = collector.contents('event').length;
          await other.call(reportError, report);
          return collector.contents('event').length > before;
        },
        { timeout: 20_000 },
      )
      .toBe(then[1]);
  });

  test('so many of one person in ten minutes', async () => {
    // Not by HTTP: of all writes there are fewer in a minute than of these in ten.
    const tunnel = createTunnel({ limits: createRateLimits(0.02) }, createSentry(sentry() as SentryConfig));
    const empty = envelopeOf(dsn, []);
    for (let n = 0; n < 8; n++) expect(await tunnel.take('one', empty)).toBe(false);
    await expect(tunnel.take('one', empty)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await tunnel.take('another', empty)).toBe(false);
  });

  test('an error that was recorded goes there under its id, with that of its replay', async () => {
    const report = { kind: 'error' as const, type: 'Error', message: 'm', stack: '', app_version: '2.7.2', route: '/' };
    await owner.call(reportError, { ...report, recorded: { event: event_id, replay: replay_id } });
    await owner.call(reportError, report);
    const [first, second] = collector.contents('event').map((one) => JSON.parse(one));
    expect(first).toMatchObject({ event_id, tags: { replayId: replay_id }, contexts: { replay: { replay_id } } });
    expect(second).not.toHaveProperty('contexts');
    const wrong = { ...report, recorded: { event: 'hunter2', replay: replay_id } };
    expect(await owner.raw(reportError, wrong)).toMatchObject({ status: 400 });
    expect(collector.contents('event')).toHaveLength(2);
  });
});

const nested = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>((node) => ({ type: 2, tagName: 'p', childNodes: [node] }), {});

test('without a collector there is no tunnel', async () => {
  await using app = await startTestApp();
  const { owner } = await registerCompany(app);
  expect(await owner.call(getTunnel, {})).toEqual({ dsn: null });
  expect(await owner.raw(sendEnvelope, { envelope: '{}' })).toMatchObject({
    status: 404,
    body: { error_code: 'TUNNEL_CLOSED' },
  });
});
