// Sockets: how one is opened and refused, who hears what and who does not, in which order, and when it ends.
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';
import * as auth from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import * as people from '#contract/people.ts';
import { eventTypes } from '#contract/registry.ts';
import * as spaces from '#contract/spaces.ts';
import { close, type FromServer, REALTIME_PATH, ticket } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, signIn } from '../kit/factory.ts';
import { ENDED_AT_ONCE, openSocket, type TestSocket } from '../kit/socket.ts';
import { buildCast, type Cast, triggers, type Viewer, viewerNames } from '../matrix/viewers.ts';
import { newSpace, paragraph, write } from '../matrix/world.ts';
import { told } from './notifications.fixture.ts';
import { openPages, type Pages } from './previews.fixture.ts';
import { settle } from './realtime.fixture.ts';
import { PATIENCE } from './talk.ts';

let app: TestApp;
let pages: Pages;
let cast: Cast;

beforeAll(async () => {
  pages = await openPages();
  app = await startTestApp({}, { outbound: pages.outbound });
  cast = await buildCast(app, pages.at('pages.example'));
});
afterAll(async () => {
  for (const socket of Object.values(cast?.sockets ?? {})) socket.close();
  await app?.close();
  await pages?.[Symbol.asyncDispose]();
});
afterEach(() => {
  vi.useRealTimers();
});

const until = (fits: () => boolean | Promise<boolean>) => vi.waitUntil(fits, { timeout: PATIENCE });
const address = () => app.url.replace('http', 'ws') + API_BASE + REALTIME_PATH;

/** A socket that says only what it is told. */
async function bare(options: ClientOptions = {}) {
  const ws = new WebSocket(address(), options);
  const closed = new Promise<number>((done) => ws.on('close', (code) => done(code)));
  const heard: FromServer[] = [];
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  await new Promise<void>((done, fail) => ws.on('open', () => done()).on('error', fail));
  return { ws, closed, heard, say: (message: unknown) => ws.send(JSON.stringify(message)) };
}
const newTicket = async (client: TestClient) => (await client.call(ticket, {})).ticket;
const hello = (of: string) => ({ type: 'hello', ticket: of, client_id: randomUUID() });
const refusedWith = (options: ClientOptions, path = address()) =>
  new Promise<number | undefined>((done, fail) => {
    const ws = new WebSocket(path, options);
    ws.on('unexpected-response', (_request, response) => done(response.statusCode));
    ws.on('open', () => fail(new Error('let in')));
    ws.on('error', fail);
  });

describe('opening', () => {
  test('is for our own pages and for programs', async () => {
    const own = await bare({ origin: app.url });
    own.ws.terminate();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${app.url}.evil.example`])
      expect(await refusedWith({ origin }), origin).toBe(403);
    expect(await refusedWith({}, `${address()}/more`)).toBe(404);
  });

  test('needs a ticket that nobody used before', async () => {
    const once = await newTicket(cast.member);
    const first = await bare();
    first.say(hello(once));
    await until(() => first.heard.some((m) => m.type === 'ready'));
    for (const bad of [once, 'x'.repeat(32), '', '__proto__']) {
      const { say, closed } = await bare();
      say(hello(bad));
      expect(await closed, bad).toBe(close.ticket);
    }
    first.ws.terminate();
  });

  test('needs a ticket of the last thirty seconds', async () => {
    const before = Date.now();
    const [early, late] = [await newTicket(cast.member), await newTicket(cast.member)];
    const after = Date.now();
    const [a, b] = [await bare(), await bare()];
    vi.useFakeTimers({ toFake: ['Date'], now: before + 29_000 });
    a.say(hello(early));
    await until(() => a.heard.length > 0);
    vi.setSystemTime(after + 31_000);
    b.say(hello(late));
    expect(await within(PATIENCE, b.closed)).toBe(close.ticket);
    a.ws.terminate();
  });

  test('needs a session that is still there when the ticket is shown', async () => {
    const person = await addPerson(app, cast.owner);
    const again = await signIn(app.url, await emailOf(person));
    const tickets = [await newTicket(person), await newTicket(again)];
    await person.call(auth.logout, { session_id: person.session?.session_id ?? '' });
    const left = await bare();
    left.say(hello(tickets[0] ?? ''));
    expect(await within(PATIENCE, left.closed), 'after logging out').toBe(close.ticket);
    await cast.owner.call(people.setStatus, { employee_id: person.employee_id, status: 'INACTIVE' });
    const ended = await bare();
    ended.say(hello(tickets[1] ?? ''));
    expect(await within(PATIENCE, ended.closed), 'after being deactivated').toBe(close.ticket);
    // Over since, and nobody has heard of it: another server's word is still on its way.
    const last = await addPerson(app, cast.owner);
    const known = await newTicket(last);
    await app.sql('UPDATE session SET ended_at = now() WHERE employee_id = $1', [last.employee_id]);
    const late = await bare();
    late.say(hello(known));
    expect(await late.closed).toBe(close.session);
    expect(late.heard.filter(({ type }) => type === 'ready')).toEqual([]);
  });

  test('must not take longer than five seconds', async () => {
    // Of all timers only the one that the server starts for this socket is ours to turn.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { ws, closed } = await bare();
    vi.advanceTimersByTime(4_999);
    expect(ws.readyState).toBe(WebSocket.OPEN);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect(await closed).toBe(close.ticket);
  });

  test('must begin with hello', async () => {
    for (const message of [{ type: 'ping' }, { type: 'typing', conversation_id: uuid() }]) {
      const { say, closed } = await bare();
      say(message);
      expect(await closed).toBe(close.ticket);
    }
  });

  test('happens once: a second hello makes nobody else of it', async () => {
    const { ws, say, heard } = await bare();
    say(hello(await newTicket(cast.stranger)));
    await until(() => heard.length > 0);
    say(hello(await newTicket(cast.foreigner)));
    await cast.foreigner.call(company.update, { company_name: 'Only for us' });
    await settle(cast);
    expect(JSON.stringify(heard)).not.toContain('Only for us');
    ws.terminate();
  });
});

const emailOf = async (client: TestClient): Promise<string> =>
  (await client.call(people.meta, { employee_id: client.employee_id, select: ['work_email_id'] })).work_email_id ?? '';

describe('what is not understood ends the socket', () => {
  const spoken: Record<string, { code: number; say: (ws: WebSocket) => void }> = {
    'an oversize frame': {
      code: 1009,
      say: (ws) => ws.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(4_096) })),
    },
    'oversize in fragments': {
      code: 1009,
      say: (ws) => {
        for (let i = 0; i < 3; i++) ws.send('x'.repeat(2_000), { fin: i === 2 });
      },
    },
    'a binary frame': { code: 1008, say: (ws) => ws.send(Buffer.from('{"type":"ping"}')) },
    'text that is no UTF-8': { code: 1007, say: (ws) => ws.send(Buffer.from([0xff, 0xfe]), { binary: false }) },
    'no JSON': { code: 1008, say: (ws) => ws.send('{') },
    'another type': { code: 1008, say: (ws) => ws.send('{"type":"subscribe","topic":"company"}') },
    'an unknown field': { code: 1008, say: (ws) => ws.send('{"type":"ping","x":1}') },
    'a field of a wrong type': { code: 1008, say: (ws) => ws.send('{"type":"active","active":"yes"}') },
    'a flood': {
      code: close.flood,
      say: (ws) => {
        for (let i = 0; i < 60; i++) ws.send('{"type":"ping"}');
      },
    },
  };
  for (const [what, { code, say }] of Object.entries(spoken))
    test(what, async () => {
      const { ws, closed, heard, say: tell } = await bare();
      tell(hello(await newTicket(cast.stranger)));
      await until(() => heard.length > 0);
      say(ws);
      expect(await closed).toBe(code);
    });
});

describe('every event is heard by exactly those who may see its topic', () => {
  for (const type of eventTypes)
    test(type.name, async () => {
      const trigger = triggers.get(type);
      if (!trigger) throw new Error(`${type.name}: say in tests/matrix/viewers.ts what causes it and who hears it`);
      // Notifications come a moment after what they tell of: none of an earlier event may arrive in this one's time.
      await told(app);
      await settle(cast);
      const before = Object.fromEntries(viewerNames.map((name) => [name, cast.sockets[name].events.length]));
      await trigger.cause(cast);
      await told(app);
      await settle(cast);
      const news = (name: Viewer) => cast.sockets[name].events.slice(before[name]);
      // The fences of settle() tell of the company's name as well.
      const fence = (payload: unknown) =>
        (payload as { company_name?: string }).company_name?.startsWith('Fence') === true;
      const hearers = viewerNames.filter((name) =>
        news(name).some((event) => event.name === type.name && !fence(event.payload)),
      );
      expect(hearers).toEqual(trigger.heard);
      for (const name of viewerNames)
        for (const { topic } of news(name))
          expect(mayHear(name), `${name} hears ${topic}`).toContain(kindOf(name, topic));
    });

  /** Personal topics only one's own; of spaces and conversations nothing for those who are in none. */
  const kindOf = (name: Viewer, topic: string): string => {
    if (!topic.startsWith('employee:')) return topic.split(':', 1)[0] ?? '';
    return topic === `employee:${(name === 'tablet' ? cast.member : cast[name]).employee_id}` ? 'own' : 'of another';
  };
  const mayHear = (name: Viewer): string[] =>
    ['owner', 'member', 'tablet'].includes(name) ? ['company', 'own', 'space', 'conversation'] : ['company', 'own'];
});

describe('order', () => {
  test('all sockets hear the same events of a topic in the same order, without a gap', async () => {
    const { owner, member, space_id, sockets } = cast;
    const to = { entity_type: 'space' as const, entity_id: space_id };
    await Promise.all(Array.from({ length: 40 }, (_, i) => write(i % 2 ? owner : member, to, `at once ${i}`)));
    await settle(cast);
    const said = (socket: TestSocket) =>
      socket.events.filter((e) => e.name === chat.messageCreated.name && JSON.stringify(e.payload).includes('at once'));
    const heard = said(sockets.owner);
    expect(heard.length).toBe(40);
    for (const name of ['member', 'tablet'] as const) expect(said(sockets[name])).toEqual(heard);
    const inOrder = (numbers: number[]) => numbers.map((n, i, all) => n - (all[0] ?? 0) - i);
    expect(inOrder(heard.map((event) => event.revision))).toEqual(heard.map(() => 0));
    expect(inOrder(heard.map((event) => (event.payload as chat.Message).seq))).toEqual(heard.map(() => 0));
  });
});

describe('ending', () => {
  test('a newer socket of the same client takes over, of another person it does not', async () => {
    const client_id = randomUUID();
    const first = await openSocket(cast.member, client_id);
    const other = await openSocket(cast.stranger, client_id);
    const second = await openSocket(cast.member, client_id);
    expect(await first.closed).toBe(close.replaced);
    await settle(cast);
    expect(other.events.length).toBeGreaterThan(0);
    expect(second.events.length).toBeGreaterThan(0);
    for (const socket of [other, second]) socket.close();
  });

  test('logging out ends the sockets of that session alone', async () => {
    const person = await addPerson(app, cast.owner);
    const elsewhere = await signIn(app.url, await emailOf(person));
    const [here, there] = [await openSocket(person), await openSocket(elsewhere)];
    await person.call(auth.logout, { session_id: person.session?.session_id ?? '' });
    expect(await within(PATIENCE, here.end)).toEqual(ENDED_AT_ONCE);
    expect((await person.raw(company.get, {})).body.error_code).toBe('AUTH_INVALID_TOKEN');
    await settle(cast);
    expect(there.events.length).toBeGreaterThan(0);
    there.close();
  });

  const ways: Record<string, (employee_id: string) => Promise<unknown>> = {
    deactivated: (employee_id) => cast.owner.call(people.setStatus, { employee_id, status: 'INACTIVE' }),
    suspended: (employee_id) => cast.owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' }),
    deleted: (employee_id) => cast.owner.call(people.remove, { employee_id }),
  };
  for (const [way, end] of Object.entries(ways))
    test(`whoever is ${way} is out at once, everywhere`, async () => {
      const person = await addPerson(app, cast.owner);
      const sockets = [await openSocket(person), await openSocket(person)];
      await end(person.employee_id);
      const [answer, ...ends] = await within(
        PATIENCE,
        Promise.all([person.raw(company.get, {}), ...sockets.map((socket) => socket.end)]),
      );
      expect([answer.status, ...ends]).toEqual([401, ENDED_AT_ONCE, ENDED_AT_ONCE]);
      for (const socket of sockets) expect(socket.events.filter((e) => e.topic.startsWith('conversation'))).toEqual([]);
    });

  test('who is taken out while their socket is being opened hears nothing of it either', async () => {
    const { owner } = cast;
    const person = await addPerson(app, owner);
    const space_id = await newSpace({ owner, word: 'Race' }, 'private', [person.employee_id]);
    const from = await newTicket(person);
    await owner.call(company.get, {});
    const lock = await holdTable('employee');
    const { ws, say, heard } = await bare();
    say(hello(from));
    // The socket reads what it may hear, and is stopped in the middle of it …
    await until(lock.isWaitedFor);
    // … while they are taken out.
    await owner.call(spaces.removeMember, { space_id, employee_id: person.employee_id });
    await lock.release();
    await until(() => heard.some((m) => m.type === 'ready'));
    await write(owner, { entity_type: 'space', entity_id: space_id }, 'without them');
    await settle(cast);
    expect(JSON.stringify(heard)).not.toContain('without them');
    ws.terminate();
  });
});

/** Holds a table against everybody else. */
async function holdTable(name: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  return {
    isWaitedFor: async () =>
      (await app.sql('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass', [name])).length > 0,
    release: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error(`Not within ${ms} ms`)), ms).unref());
  return Promise.race([promise, late]);
}

describe('typing and presence', () => {
  const typists = (socket: TestSocket) => socket.messages.filter((m) => m.type === 'typing');
  const conversation = async () =>
    (await write(cast.owner, { entity_type: 'space', entity_id: cast.space_id }, 'hm')).conversation_id;

  test('typing is told to the others who hear the conversation', async () => {
    const conversation_id = await conversation();
    cast.sockets.member.say({ type: 'typing', conversation_id });
    const told = await cast.sockets.owner.waitFor(
      (m): m is Extract<FromServer, { type: 'typing' }> => m.type === 'typing',
    );
    expect(told).toEqual({ type: 'typing', conversation_id, employee_id: cast.member.employee_id });
    await settle(cast);
    for (const name of ['member', 'tablet', 'former', 'stranger', 'foreigner'] as const)
      expect(typists(cast.sockets[name]), name).toEqual([]);
  });

  test('nobody types where they hear nothing', async () => {
    const conversation_id = await conversation();
    const before = typists(cast.sockets.owner).length;
    for (const name of ['former', 'stranger', 'foreigner'] as const) {
      cast.sockets[name].say({ type: 'typing', conversation_id });
      cast.sockets[name].say({ type: 'ping' });
      await cast.sockets[name].waitFor((m): m is Extract<FromServer, { type: 'pong' }> => m.type === 'pong');
    }
    await settle(cast);
    expect(typists(cast.sockets.owner).length).toBe(before);
  });

  test('presence is told to the company and nobody else', async () => {
    const person = await addPerson(app, cast.owner);
    const { employee_id } = person;
    const told = (socket: TestSocket) =>
      socket.messages.flatMap((m) => (m.type === 'presence' && m.employee_id === employee_id ? [m.presence] : []));
    const seen = (presence: string) => until(() => told(cast.sockets.stranger).at(-1) === presence);

    const laptop = await openSocket(person);
    await seen('Available');
    const phone = await openSocket(person);
    laptop.say({ type: 'active', active: false });
    await settle(cast);
    expect(told(cast.sockets.stranger), 'one of two devices away').toEqual(['Available']);
    phone.say({ type: 'active', active: false });
    await seen('Appear Offline');
    await person.call(people.update, { employee_id, employee_status: { status_type: 'Busy' } });
    await seen('Busy');
    const newcomer = await openSocket(cast.stranger);
    const ready = newcomer.messages.find((m) => m.type === 'ready');
    expect(ready?.type === 'ready' && ready.presence[employee_id]).toBe('Busy');
    await person.call(people.update, { employee_id, employee_status: { status_type: 'Appear Offline' } });
    await seen('Appear Offline');
    await person.call(people.update, { employee_id, employee_status: { status_type: 'Busy' } });
    await seen('Busy');
    for (const socket of [laptop, phone]) socket.close();
    await seen('Appear Offline');
    await settle(cast);
    expect(told(cast.sockets.foreigner)).toEqual([]);
    expect(JSON.stringify(cast.sockets.foreigner.messages)).not.toContain(employee_id);
    newcomer.close();
  });
});

test('a write is heard by the sender, too, as the very event of its answer', async () => {
  const { owner, space_id, sockets } = cast;
  const message_id = uuid();
  const to = { entity_type: 'space' as const, entity_id: space_id };
  const answer = await owner.call(chat.send, { ...to, message_id, body: paragraph('heard by myself') });
  await settle(cast);
  const heard = sockets.owner.events.filter((e) => JSON.stringify(e.payload).includes(message_id));
  expect(heard.map(({ type: _, ...frame }) => frame)).toEqual(answer.events);
});
