// Previews of links over real HTTP: asked for only where a company wants that, after the message is written, once a day; gone with the link.
// @module-tag long
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagePreviewed } from '#contract/chat/previews/preview.ts';
import { removePreview } from '#contract/chat/previews/previews.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import { threadRootUpdated } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { docOf, type RichText } from '#contract/rich-text.ts';
import { sync } from '#contract/sync.ts';
import { sweepPages } from '#server/features/chat/messages/previews/previews-repo.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type Heard, openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { newGroup } from '../matrix/world.ts';
import { linking, newHost, openPages, type Pages, pageOf } from './previews.fixture.ts';
import { type Cast, gather, into, makeSpace, PATIENCE, pair, read, to, under } from './talk.ts';

let pages: Pages;
let app: TestApp;
let cast: Cast;
const allow = (owner: TestClient, link_previews: boolean) =>
  owner.call(company.update, { settings: { link_previews } });
beforeAll(async () => {
  pages = await openPages();
  app = await startTestApp({ publicUrl: 'https://limelight.example' }, { outbound: pages.outbound });
  cast = await gather(app);
  await allow(cast.owner, true);
});
afterAll(async () => {
  await app?.close();
  await pages?.[Symbol.asyncDispose]();
});

const send = async (by: TestClient, at: chat.Address, body: RichText, more: { forward_of?: string } = {}) =>
  (await by.call(chat.send, { ...at, message_id: uuid(), body, ...more })).message;
const shown = (host: string, url = pages.at(host)) => pageOf(host, url);
const previewsOf = async (by: TestClient, at: chat.Address, { message_id }: Pick<chat.Message, 'message_id'>) =>
  (await read(by, at)).items.find((one) => one.message_id === message_id)?.previews;
const eventually = { timeout: PATIENCE, interval: 50 };
const expectPreviews = (by: TestClient, at: chat.Address, message: chat.Message, previews: unknown) =>
  expect.poll(() => previewsOf(by, at, message), eventually).toEqual(previews);
const jobs = ({ message_id }: Pick<chat.Message, 'message_id'>, of = app) =>
  of.sql<{ attempts: number }>('SELECT attempts FROM preview_job WHERE message_id = $1', [message_id]);
/** Whatever there was to be done about it is done. */
const expectDone = (message: Pick<chat.Message, 'message_id'>, of = app) =>
  expect.poll(() => jobs(message, of), eventually).toEqual([]);
const heard = (socket: TestSocket, { message_id }: chat.Message) =>
  socket.waitFor(
    (m): m is Heard =>
      m.type === 'event' &&
      m.name === messagePreviewed.name &&
      (m.payload as { message_id: string }).message_id === message_id,
    PATIENCE,
  );

describe('as long as the company has not allowed it', () => {
  test('nothing is asked for, nor later what was written then', async () => {
    const { owner } = await registerCompany(app);
    const other = await addPerson(app, owner);
    const [host, later] = [newHost(), newHost()];
    const message = await send(owner, to(other), linking(pages.at(host)));
    expect(message.previews).toEqual([]);
    expect(await jobs(message)).toEqual([]);
    await allow(owner, true);
    const allowed = await send(owner, to(other), linking(pages.at(later)));
    await expectPreviews(other, to(owner), allowed, [shown(later)]);
    await allow(owner, false);
    const forbidden = await send(owner, to(other), linking(pages.at(host)));
    await owner.call(chat.edit, { message_id: allowed.message_id, body: linking(pages.at(host)) });
    for (const one of [message, forbidden, allowed]) {
      await expectDone(one);
      expect(await previewsOf(other, to(owner), one)).toEqual([]);
    }
    expect(pages.hits(host)).toBe(0);
    expect(pages.hits(later)).toBe(1);
  });

  test('what is due when it is switched off is not asked for', async () => {
    const { owner } = await registerCompany(app);
    const message = await send(owner, to(owner), docOf('Bread'));
    const host = newHost();
    await app.sql('UPDATE message SET body = $1 WHERE message_id = $2', [linking(pages.at(host)), message.message_id]);
    await app.sql('INSERT INTO preview_job (company_id, message_id) VALUES ($1, $2)', [
      owner.company_id,
      message.message_id,
    ]);
    await send(cast.ada, to(cast.ben), linking(pages.at(newHost())));
    await expectDone(message);
    expect(pages.hits(host)).toBe(0);
  });

  test('only who may configure the company switches it', async () => {
    const refused = await cast.ada.raw(company.update, { settings: { link_previews: true } });
    expect(refused.body).toMatchObject({ error_code: 'NO_PERMISSION' });
    // An app of last month does not know of it.
    const { config } = await cast.owner.call(company.update, { settings: { password_min_length: 9 } });
    expect(config.settings).toMatchObject({ link_previews: true, password_min_length: 9 });
  });
});

describe('a message with a link', () => {
  test('is sent at once, and everybody who has it open hears of the page', async () => {
    const [left, right] = await pair(app, cast);
    await using tablet = await openSocket(left);
    await using other = await openSocket(right);
    const host = newHost();
    const message = await send(left, to(right), linking(pages.at(host, '/#crust')));
    expect(message.previews).toEqual([]);
    const previews = [shown(host, pages.at(host, '/#crust'))];
    for (const socket of [tablet, other]) {
      const { payload, topic } = await heard(socket, message);
      expect(topic).toBe(`conversation:${message.conversation_id}`);
      expect(payload).toEqual({ message_id: message.message_id, seq: message.seq, previews });
    }
    expect(await previewsOf(right, to(left), message)).toEqual(previews);
    expect(pages.asked).toContain(`${host} /`);
    await expectDone(message);
    // A repeat says what is there now.
    const again = { ...to(right), message_id: message.message_id, body: linking(pages.at(host, '/#crust')) };
    expect((await left.call(chat.send, again)).message.previews).toEqual(previews);
    expect(pages.hits(host)).toBe(1);
  });

  test('shows three at most, in their order, of those that say something', async () => {
    const { ada, ben } = cast;
    pages.answer('/nothing', 404);
    pages.answer('/untitled', 200, '<p>Bread</p>');
    const [first, last] = [newHost(), newHost()];
    const urls = [pages.at(last, '/b'), pages.at(first, '/nothing'), pages.at(first, '/a'), pages.at(newHost())];
    const message = await send(ada, to(ben), linking(...urls));
    await expectPreviews(ben, to(ada), message, [shown(last, urls[0]), shown(first, urls[2])]);
    const silent = await send(ada, to(ben), linking(pages.at(first, '/untitled')));
    await expectDone(silent);
    expect(await previewsOf(ben, to(ada), silent)).toEqual([]);
  });

  test('in code it is none; nor is one to Limelight itself or into our network', async () => {
    const { ada, ben } = cast;
    const host = newHost();
    const href = pages.at(host);
    const code: RichText = { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text: href }] }] };
    const coded = await send(ada, to(ben), code);
    expect(await jobs(coded)).toEqual([]);
    const before = pages.asked.length;
    const own = await send(ada, to(ben), linking('https://limelight.example/connect', 'http://127.0.0.1:1/'));
    await expectDone(own);
    expect(await previewsOf(ben, to(ada), own)).toEqual([]);
    expect(pages.asked.slice(before)).toEqual([]);
    expect(pages.hits(host)).toBe(0);
  });

  test('is known wherever it is written again that day: in spaces, threads, groups, forwarded, at its time', async () => {
    const { ada, ben, cleo } = cast;
    const host = newHost();
    const body = linking(pages.at(host));
    const space = await makeSpace(ada, { employee_ids: [ben.employee_id] });
    const there = into(space.space_id);
    const root = await send(ada, there, body);
    await expectPreviews(ben, there, root, [shown(host)]);
    const group: chat.Address = { entity_type: 'group', entity_id: await newGroup(ada, [ben, cleo], 'Oven') };
    for (const [at, more] of [
      [under(root), {}],
      [group, {}],
      [to(cleo), { forward_of: root.message_id }],
    ] as const) {
      const message = await send(ada, at, body, more);
      await expectPreviews(ada, at, message, [shown(host)]);
    }
    const message_id = uuid();
    await ada.call(scheduled.schedule, {
      ...there,
      message_id,
      body,
      due_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect((await app.sql('SELECT 1 FROM preview_job WHERE message_id = $1', [message_id])).length).toBe(0);
    await ada.call(scheduled.sendScheduled, { message_id });
    await expect.poll(() => previewsOf(ben, there, { message_id }), eventually).toEqual([shown(host)]);
    expect(pages.hits(host)).toBe(1);
  });

  test('that is the root of a thread is told there, too', async () => {
    const { ada, ben } = cast;
    const space = await makeSpace(ada, { employee_ids: [ben.employee_id] });
    const root = await send(ada, into(space.space_id), docOf('Bread'));
    await send(ben, under(root), docOf('Which?'));
    await using socket = await openSocket(ben);
    const host = newHost();
    await ada.call(chat.edit, { message_id: root.message_id, body: linking(pages.at(host)) });
    await socket.waitFor(
      (m): m is Heard =>
        m.type === 'event' && m.name === threadRootUpdated.name && (m.payload as chat.Message).previews.length === 1,
      PATIENCE,
    );
    expect((await read(ben, under(root))).root?.previews).toEqual([shown(host)]);
  });
});

describe('what was found goes', () => {
  const withPreview = async () => {
    const [left, right] = await pair(app, cast);
    const host = newHost();
    const message = await send(left, to(right), linking(pages.at(host)));
    await expectPreviews(right, to(left), message, [shown(host)]);
    return { left, right, host, message };
  };

  test('with its link; another one comes; what stays, stays', async () => {
    const { left, right, host, message } = await withPreview();
    const { message_id } = message;
    const next = newHost();
    const both = await left.call(chat.edit, { message_id, body: linking(pages.at(next), pages.at(host)) });
    expect(both.message.previews).toEqual([shown(host)]);
    expect(both.events.map((one) => one.name)).toEqual(['chat.message_updated']);
    await expectPreviews(right, to(left), message, [shown(next), shown(host)]);
    const one = await left.call(chat.edit, { message_id, body: linking(pages.at(next)) });
    expect(one.message.previews).toEqual([shown(next)]);
    expect(one.events.map(({ name }) => name)).toEqual(['chat.message_updated', 'chat.message_previewed']);
    await left.call(chat.edit, { message_id, body: docOf('Nothing') });
    expect(await previewsOf(right, to(left), message)).toEqual([]);
    await expectDone(message);
    expect(await previewsOf(right, to(left), message)).toEqual([]);
  });

  test('by its sender’s wish, for good, and by nobody else’s', async () => {
    const { left, right, host, message } = await withPreview();
    const wish = { message_id: message.message_id, url: pages.at(host) };
    expect((await right.raw(removePreview, wish)).body).toMatchObject({ error_code: 'NO_PERMISSION' });
    expect((await cast.stranger.raw(removePreview, wish)).body).toMatchObject({ error_code: 'MESSAGE_NOT_FOUND' });
    await using other = await openSocket(right);
    const done = await left.call(removePreview, wish);
    expect(done.message.previews).toEqual([]);
    expect((await heard(other, message)).payload).toMatchObject({ previews: [] });
    // Again, and of what is not in it: nothing happens.
    for (const url of [wish.url, pages.at('elsewhere.example')])
      expect((await left.call(removePreview, { ...wish, url })).events).toEqual([]);
    const next = newHost();
    await left.call(chat.edit, { message_id: message.message_id, body: docOf('Without') });
    await left.call(chat.edit, { message_id: message.message_id, body: linking(pages.at(host), pages.at(next)) });
    await expectPreviews(right, to(left), message, [shown(next)]);
  });

  test('also before it was found', async () => {
    const { ada, ben } = cast;
    await allow(cast.owner, false);
    const host = newHost();
    const message = await send(ada, to(ben), linking(pages.at(host)));
    const wish = { message_id: message.message_id, url: pages.at(host) };
    expect((await ada.call(removePreview, wish)).events).toEqual([]);
    await allow(cast.owner, true);
    await ada.call(chat.edit, { message_id: message.message_id, body: linking(pages.at(host), pages.at(host, '/b')) });
    await expectPreviews(ben, to(ada), message, [shown(host, pages.at(host, '/b'))]);
    expect(pages.asked).not.toContain(`${host} /`);
  });

  test('with the message, and leaves nothing of it', async () => {
    const { left, right, host, message } = await withPreview();
    const { message_id, conversation_id } = message;
    await left.call(chat.remove, { message_id });
    expect(await previewsOf(right, to(left), message)).toEqual([]);
    const rows = await app.sql('SELECT previews, unwanted_previews FROM message WHERE message_id = $1', [message_id]);
    expect(rows).toEqual([{ previews: null, unwanted_previews: null }]);
    const told = await right.call(sync, { topics: { [`conversation:${conversation_id}`]: 0 } });
    expect(told.topics[0]).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(told)).not.toContain(host);
    expect((await left.raw(removePreview, { message_id, url: pages.at(host) })).body).toMatchObject({
      error_code: 'MESSAGE_NOT_FOUND',
    });
  });

  test('and one that is deleted before it was looked at is not told any more', async () => {
    const [left, right] = await pair(app, cast);
    const host = newHost();
    const { message_id } = await send(left, to(right), docOf('Bread'));
    await left.call(chat.remove, { message_id });
    await app.sql('INSERT INTO preview_job (company_id, message_id) VALUES ($1, $2)', [left.company_id, message_id]);
    await send(left, to(right), linking(pages.at(host)));
    await expectDone({ message_id });
    expect(await previewsOf(right, to(left), { message_id })).toEqual([]);
  });
});

describe('what cannot be had', () => {
  test('is not asked for again and again, but some time later', async () => {
    const { ada, ben } = cast;
    const host = newHost();
    pages.answer(`/${host}`, 503);
    const url = pages.at(host, `/${host}`);
    const message = await send(ada, to(ben), linking(url));
    const again = await send(ada, to(ben), linking(url));
    await expect
      .poll(
        () =>
          app
            .sql("SELECT 1 FROM preview_job WHERE message_id = ANY($1) AND due_at > now() + interval '5 minutes'", [
              [message.message_id, again.message_id],
            ])
            .then((rows) => rows.length),
        eventually,
      )
      .toBe(2);
    expect(pages.hits(host)).toBe(1);
    pages.answer(`/${host}`, 200, '<title>Here again</title>');
    // Its time comes.
    await app.sql('UPDATE link_page SET kept_until = now() WHERE page IS NULL');
    await app.sql("UPDATE preview_job SET due_at = now() - interval '1 second'");
    await send(ada, to(ben), linking(pages.at(newHost())));
    const page = { url, title: 'Here again', description: '', site_name: '', image: null };
    await expectPreviews(ben, to(ada), message, [page]);
    await expectPreviews(ben, to(ada), again, [page]);
    expect(pages.hits(host)).toBe(2);
  });

  test('is given up after three times', async () => {
    const { ada, ben } = cast;
    const host = newHost();
    pages.answer(`/${host}`, 503);
    const message = await send(ada, to(ben), linking(pages.at(host, `/${host}`)));
    for (let times = 1; times <= 3; times++) {
      await expect.poll(() => pages.hits(host), eventually).toBe(times);
      if (times === 3) break;
      await expect
        .poll(
          () =>
            app
              .sql("SELECT 1 FROM preview_job WHERE message_id = $1 AND due_at > now() + interval '5 minutes'", [
                message.message_id,
              ])
              .then((rows) => rows.length),
          eventually,
        )
        .toBe(1);
      await app.sql('UPDATE link_page SET kept_until = now() WHERE page IS NULL');
      await app.sql("UPDATE preview_job SET due_at = now() - interval '1 second'");
      await send(ada, to(ben), linking(pages.at(newHost())));
    }
    await expectDone(message);
  });

  test('nothing on this machine or in its network is ever asked for, by the server as it is', async () => {
    let hits = 0;
    const canary = createServer((_request, response) => response.end('<title>Inside</title>'));
    canary.on('connection', () => hits++);
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    const { port } = canary.address() as AddressInfo;
    const real = await startTestApp();
    try {
      const { owner } = await registerCompany(real);
      await allow(owner, true);
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '[::1]']) {
        const message = await send(owner, to(owner), linking(`http://${host}:${port}/`, `https://${host}:${port}/`));
        await expectDone(message, real);
        expect(await previewsOf(owner, to(owner), message), host).toEqual([]);
      }
      expect(hits).toBe(0);
    } finally {
      await real.close();
      canary.close();
    }
  });
});

test('what one company has found, another one finds for itself', async () => {
  const { stranger, ada, ben } = cast;
  await allow(stranger, true);
  const host = newHost();
  const message = await send(ada, to(ben), linking(pages.at(host)));
  await expectPreviews(ben, to(ada), message, [shown(host)]);
  const theirs = await send(stranger, to(stranger), linking(pages.at(host)));
  await expectPreviews(stranger, to(stranger), theirs, [shown(host)]);
  expect(pages.hits(host)).toBe(2);
  const kept = await app.sql<{ company_id: string }>("SELECT company_id FROM link_page WHERE page->>'title' = $1", [
    host,
  ]);
  expect(kept.map((row) => row.company_id).sort()).toEqual([ada.company_id, stranger.company_id].sort());
});

test('what was found is kept for a day, and swept', async () => {
  const { ada, ben } = cast;
  const host = newHost();
  const message = await send(ada, to(ben), linking(pages.at(host)));
  await expectPreviews(ben, to(ada), message, [shown(host)]);
  const day = "kept_until BETWEEN now() + interval '23 hours' AND now() + interval '24 hours'";
  expect(await app.sql(`SELECT 1 FROM link_page WHERE page->>'title' = $1 AND ${day}`, [host])).toHaveLength(1);
  const outdate = () =>
    app.sql("UPDATE link_page SET kept_until = now() - interval '1 second' WHERE page->>'title' = $1", [host]);
  await outdate();
  const again = await send(ada, to(ben), linking(pages.at(host)));
  await expectPreviews(ben, to(ada), again, [shown(host)]);
  expect(pages.hits(host)).toBe(2);
  await outdate();
  expect(await app.app.context.db.system((tx) => sweepPages(tx, 100))).toBeGreaterThan(0);
  expect(await app.sql("SELECT 1 FROM link_page WHERE page->>'title' = $1", [host])).toEqual([]);
});
