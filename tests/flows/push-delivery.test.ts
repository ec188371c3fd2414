// What becomes of a push when push services refuse, fail, are silent or send elsewhere, when the server dies, and when it is too late.
// @module-tag long
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { updateSettings } from '#contract/notifications/writes.ts';
import type { NewPush } from '#server/features/notifications/devices/pushing.ts';
import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';
import { theInternet } from '#server/platform/outbound/reach.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { registerAwake } from './notifications.fixture.ts';
import {
  eventually,
  push,
  saying,
  startAnother,
  stopDelivering,
  subscribe,
  type TestDevice,
  waiting,
} from './push.fixture.ts';
import { say, to } from './talk.ts';

let service: PushService;
/** Delivers. */
let app: TestApp;
/** Takes what is to be pushed and delivers nothing: it has ended before, as far as pushes go. */
let ended: TestApp;

/** Until then nobody loses patience with a push service that is silent: that would let go of what it holds up. */
const patienceEnds = Promise.withResolvers<void>();

beforeAll(async () => {
  service = await startPushService();
  const post: Outbound['post'] = (address, posting) =>
    service.outbound.post(address, posting).catch(async (error: unknown) => {
      await patienceEnds.promise;
      throw error;
    });
  const outbound = { ...service.outbound, post };
  [app, ended] = (await Promise.all([1, 2].map(() => startTestApp({}, { outbound })))) as [TestApp, TestApp];
  await stopDelivering(ended);
});
afterAll(async () => {
  await Promise.all([app?.close(), ended?.close()]);
  await service?.close();
});
afterEach(async () => {
  for (const { sql } of [app, ended]) await sql('DELETE FROM push');
});

interface People {
  readonly ada: TestClient;
  readonly ben: TestClient;
  readonly phone: TestDevice;
  readonly bens: TestDevice;
}

/** Two people of a new company, each with a device. */
async function gather(at: TestApp): Promise<People> {
  const { owner } = await registerAwake(at);
  const [ada, ben] = await Promise.all([addPerson(at, owner), addPerson(at, owner)]);
  return { ada, ben, phone: await subscribe(service, ada), bens: await subscribe(service, ben) };
}

let ada: TestClient;
let ben: TestClient;
let phone: TestDevice;
let bens: TestDevice;

const tell = (...pushes: NewPush[]) => push(app, ada.company_id, ...pushes);
const answersAt = ({ at }: TestDevice) =>
  service.asked.filter(({ endpoint }) => endpoint === at.endpoint).map(({ status }) => status);
/** What was put off is due now, and whoever delivers looks. */
async function hurry(): Promise<void> {
  await app.sql('UPDATE push SET due_at = now()');
  await tell(saying(ben, 'Hurry'));
}

describe('a push service that answers', () => {
  beforeEach(async () => {
    ({ ada, ben, phone, bens } = await gather(app));
  });

  test.each([404, 410])('%i ends the subscription: nothing is sent there any more', async (status) => {
    service.answerWith(phone.at, status);
    await tell(saying(ada, 'One'), saying(ada, 'Two'));
    await eventually(() => waiting(app), 0);
    expect(answersAt(phone)).toEqual([status]);
    expect(await phone.known()).toMatchObject({
      endpoint: null,
      since: null,
      lost_at: expect.any(String),
      last_error: `The push service answered ${status}`,
    });
    await tell(saying(ada, 'Three'));
    expect(await waiting(app)).toBe(0);
    // The device finds that at its next start, subscribes anew, and is told again.
    const again = await subscribe(service, ada, { device_id: phone.device_id });
    expect(await again.known()).toMatchObject({ lost_at: null, last_error: null, since: expect.any(String) });
    await tell(saying(ada, 'Four'));
    await eventually(again.titles, ['Four']);
  });

  test('429 is asked again when it says, and what waits behind keeps its order', async () => {
    service.answerWith(phone.at, { status: 429, headers: { 'retry-after': '2' } });
    const began = performance.now();
    await tell(saying(ada, 'One'));
    await eventually(() => answersAt(phone)[0], 429);
    service.answerWith(phone.at, null);
    await tell(saying(ada, 'Two'));
    await eventually(phone.titles, ['One', 'Two']);
    expect(performance.now() - began).toBeGreaterThan(1_950);
  });

  test('429 for an hour is left alone for an hour', async () => {
    service.answerWith(phone.at, { status: 429, headers: { 'retry-after': '3600' } });
    await tell(saying(ada, 'One'));
    await eventually(
      async () =>
        (
          await app.sql('SELECT 1 FROM push WHERE due_at BETWEEN now() + $1::interval AND now() + $2::interval', [
            '59 minutes',
            '61 minutes',
          ])
        ).length,
      1,
    );
    expect(answersAt(phone)).toEqual([429]);
  });

  test('503 is asked again, later each time, until nobody wants it any more', async () => {
    service.answerWith(phone.at, 503);
    await tell(saying(ada, 'One', { ttl: 86_400 }));
    await eventually(() => answersAt(phone), [503]);
    const waits = async () =>
      (await app.sql<{ s: number }>('SELECT extract(epoch FROM due_at - now())::float8 AS s FROM push'))[0]?.s ?? 0;
    // As after so many tries.
    for (const [attempts, seconds] of [
      [5, 160],
      [6, 320],
      [60, 3_600],
    ]) {
      await app.sql('UPDATE push SET attempts = $1', [attempts]);
      await hurry();
      await eventually(async () => Math.round((await waits()) / 40) * 40, seconds);
    }
    expect(answersAt(phone)).toEqual([503, 503, 503, 503]);
    await app.sql("UPDATE push SET expires_at = now() - interval '1 second'");
    service.answerWith(phone.at, null);
    await hurry();
    await eventually(() => waiting(app), 0);
    expect(phone.titles()).toEqual([]);
  });

  test.each([401, 403, 400])('%i is kept for who looks, and not tried again', async (status) => {
    service.answerWith(phone.at, status);
    await tell(saying(ada, 'One'));
    await eventually(() => waiting(app), 0);
    expect(answersAt(phone)).toEqual([status]);
    const reason = `The push service answered ${status}`;
    expect(await phone.known()).toMatchObject({ endpoint: phone.at.endpoint, lost_at: null, last_error: reason });
    service.answerWith(phone.at, null);
    await tell(saying(ada, 'Two'));
    await eventually(phone.titles, ['Two']);
    await eventually(async () => (await phone.known())?.last_error, null);
  });

  test('413 is told less, once', async () => {
    service.answerWith(phone.at, 413);
    await tell(saying(ada, 'Long', { body: 'bread '.repeat(2_000) }));
    await eventually(() => waiting(app), 0);
    expect(answersAt(phone)).toEqual([413, 413]);
  });

  test('with a redirect is not followed', async () => {
    const hits: string[] = [];
    const elsewhere = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    const { port } = elsewhere.address() as AddressInfo;
    service.answerWith(phone.at, { status: 307, headers: { location: `http://127.0.0.1:${port}/secret` } });
    await tell(saying(ada, 'One'));
    await eventually(async () => (await phone.known())?.last_error, 'The push service answered 307');
    expect([hits, await waiting(app)]).toEqual([[], 0]);
    elsewhere.close();
  });
});

test('a push service that is silent keeps nobody else’s pushes', async () => {
  ({ ada, ben, phone, bens } = await gather(app));
  onTestFinished(() => patienceEnds.resolve());
  // More devices than there are places.
  const silent = [phone];
  for (let n = 0; n < 4; n++) silent.push(await subscribe(service, ada));
  for (const { at } of silent) service.answerWith(at, 'silence');
  await tell(saying(ada, 'One'), saying(ada, 'Two'), saying(ada, 'Three'));
  const titles = Array.from({ length: 12 }, (_, n) => String(n));
  await tell(...titles.map((title) => saying(ben, title)));
  await eventually(bens.titles, titles);
  // Two at once, one of each device.
  expect(service.asked.filter((one) => one.status === 0).length).toBeLessThanOrEqual(2);
});

describe('a server that ends between the commit and the sending', () => {
  beforeEach(async () => {
    ({ ada, ben, phone, bens } = await gather(ended));
  });
  const tell = (...pushes: NewPush[]) => push(ended, ada.company_id, ...pushes);

  const about = ({ message_id, conversation_id, seq }: chat.Message): Partial<NewPush> => ({
    message: { message_id, conversation_id, seq, address: { entity_type: 'employee', entity_id: ben.employee_id } },
  });

  test('leaves what the next one sends', async () => {
    await tell(saying(ada, 'One'), saying(ada, 'Two'));
    await setTimeout(200);
    expect([phone.titles(), await waiting(ended)]).toEqual([[], 2]);
    const next = await startAnother(ended, service);
    await eventually(phone.titles, ['One', 'Two']);
    await eventually(() => waiting(ended), 0);
    await next.close();
  });

  test('and has taken it already: it is the next one’s after a minute', async () => {
    await tell(saying(ada, 'One'), saying(ada, 'Two'));
    // As it stands after kill -9 while the push service was being asked.
    await ended.sql("UPDATE push SET attempts = 1, due_at = now() + interval '1 minute' WHERE tag = 'test:One'");
    const next = await startAnother(ended, service);
    await tell(saying(ben, 'Looks'));
    await eventually(bens.titles, ['Looks']);
    expect(phone.titles()).toEqual([]);
    await ended.sql('UPDATE push SET due_at = now()');
    await tell(saying(ben, 'Looks again'));
    await eventually(phone.titles, ['One', 'Two']);
    await next.close();
  });

  test('two of them send each push once', async () => {
    const titles = Array.from({ length: 60 }, (_, n) => String(n));
    await tell(...titles.flatMap((title) => [saying(ada, title), saying(ben, title)]));
    const both = await Promise.all([startAnother(ended, service), startAnother(ended, service)]);
    await eventually(() => waiting(ended), 0);
    expect([phone.titles(), bens.titles()]).toEqual([titles, titles]);
    await Promise.all(both.map((one) => one.close()));
  });

  test('and a device that has another address by then: it gets it there', async () => {
    const tablet = await subscribe(service, ada);
    await tell(saying(ada, 'Old'));
    service.answerWith(phone.at, 410);
    const renewed = await subscribe(service, ada, { device_id: phone.device_id });
    const second = await startAnother(ended, service);
    await eventually(renewed.titles, ['Old']);
    await eventually(tablet.titles, ['Old']);
    expect(answersAt(phone)).toEqual([]);
    await second.close();
  });

  test('and a push service that fails: of one notification only the latest is sent', async () => {
    service.answerWith(phone.at, 500);
    await tell(...['1', '2', '3'].map((title) => saying(ada, title, { tag: 'test:one' })), saying(ada, 'Other'));
    const second = await startAnother(ended, service);
    const off = async () => (await ended.sql('SELECT FROM push WHERE due_at > now()')).length;
    await eventually(off, 4);
    service.answerWith(phone.at, null);
    await ended.sql('UPDATE push SET due_at = now()');
    await tell(saying(ben, 'Looks'));
    await eventually(() => waiting(ended), 0);
    expect(phone.titles()).toEqual(['3', 'Other']);
    await second.close();
  });

  test('does not have the next one send what was read or deleted meanwhile, but a reaction to what was read', async () => {
    await ada.call(updateSettings, { levels: { reaction: 'all' } });
    const read = await say(ben, to(ada), 'read');
    const deleted = await say(ben, to(ada), 'deleted');
    const waits = await say(ben, to(ada), 'waits');
    await tell(
      saying(ada, 'Read', about(read)),
      saying(ada, 'Deleted', about(deleted)),
      saying(ada, 'Waits', about(waits)),
      saying(ada, 'Reaction', { ...about(read), kind: 'reaction' }),
      saying(ada, 'Of nothing', about({ ...waits, message_id: uuid() })),
    );
    await ada.call(chat.markRead, { conversation_id: read.conversation_id, read_seq: read.seq });
    await ben.call(chat.remove, { message_id: deleted.message_id });
    const next = await startAnother(ended, service);
    await eventually(phone.titles, ['Waits', 'Reaction']);
    await eventually(() => waiting(ended), 0);
    await next.close();
  });
});

test('a name that leads to our own network is not asked', async () => {
  await using real = await startTestApp(
    {},
    {
      outbound: createOutbound({ ...theInternet, resolve: async () => ['203.0.113.7', '10.0.0.1', '127.0.0.1'] }),
    },
  );
  const { owner } = await registerAwake(real);
  const { keys } = service.endpointFor('');
  const at = { keys, endpoint: 'https://push.example/1' };
  const hostile = await subscribe(service, owner, { at });
  await push(real, owner.company_id, saying(owner, 'One'));
  await eventually(async () => (await hostile.known())?.last_error, 'Not an address of the outside');
  await eventually(() => waiting(real), 0);
});
