// Messages with files that wait on the device: the files go first, each once, whatever happens on the way; against the real
// server, from a page and from the worker.
// @module-tag long
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';
import type { Attachment } from '#contract/chat/attachment.ts';
import * as chat from '#contract/chat.ts';
import { metadata, presign } from '#contract/files.ts';
import * as people from '#contract/people.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import { conversationsKey } from '#src/features/chat/live/keys.ts';
import { numbered, type PredictedMessage } from '#src/features/chat/live/live-messages.ts';
import { conversations, effects, messages } from '#src/features/chat/live.ts';
import { sendFiles } from '#src/features/chat/message-parts/attaching/send-files.ts';
import { edit } from '#src/features/chat/message-parts/mutations.ts';
import { send } from '#src/features/chat/mutations.ts';
import { METADATA_PATH, PRESIGN_PATH, uploadCodes } from '#src/offline/files/bring-files.ts';
import { heldFiles } from '#src/offline/files/held-files.ts';
import { sendFromWorker } from '#src/offline/outbox/worker-drain.ts';
import { writeMirror } from '#src/offline/session-mirror.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn, type TestCompany } from '#tests/kit/factory.ts';
import { upload } from '#tests/kit/files.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, noFaults, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { to } from './talk.ts';

let app: TestApp;
let company: TestCompany;
let me: TestClient;
let colleague: TestClient;
let proxy: FaultProxy;
let opened: LiveClient[];

beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  [me, colleague] = await Promise.all([addPerson(app, company.owner), addPerson(app, company.owner)]);
  proxy = await startFaultProxy(app.url, randomFrom(1));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((client) => client.kill()));
  await writeMirror(null, '');
  await proxy[Symbol.asyncDispose]();
});

async function open(): Promise<LiveClient> {
  const session = (opened.at(-1)?.session() ?? me.session) as Session;
  const client = startLiveClient({ url: proxy.url, session, registry: { live: [conversations, messages], effects } });
  opened.push(client);
  await client.restored;
  return client;
}

const chosen = (name: string, words: string) => {
  const plain: Attachment = {
    file_id: uuid(),
    name,
    mime_type: 'text/plain',
    size: words.length,
    width: null,
    height: null,
    duration: null,
    waveform: null,
    alt: null,
  };
  const [, stem = '', end = ''] = /^(.*)(\.\w+)$/.exec(name) ?? [];
  return {
    ...plain,
    blob: new Blob([words]),
    stamped: `${stem}-${1_732_201_600_000 + Math.floor(Math.random() * 1e9)}${end}`,
  };
};
const sendBoth = (client: LiveClient, text: string) =>
  sendFiles(client, to(colleague), docOf(text), [chosen('one.txt', `${text} one`), chosen('two.txt', `${text} two`)]);

/** What the colleague has: words, and names with the bytes of the files. */
async function arrived() {
  const { items } = await colleague.call(chat.listMessages, to(me));
  return Promise.all(
    items.map(async ({ body, attachments }) => [
      body && plainText(body),
      ...(await Promise.all(
        attachments.map(async ({ file_id, name }) => {
          const { download_url } = await colleague.call(metadata, { file_id });
          return `${name}: ${await (await fetch(new URL(download_url, app.url))).text()}`;
        }),
      )),
    ]),
  );
}
const both = (text: string) => [text, `one.txt: ${text} one`, `two.txt: ${text} two`];
const uploads = async () => (await app.sql('SELECT 1 FROM file WHERE created_by = $1', [me.employee_id])).length;
const heldOf = async (client: LiveClient) => {
  const ids = client.outbox.state.items.flatMap(({ files = [] }) => files.map((file) => file.id));
  return Promise.all(ids.map(async (id) => (await heldFiles(client.account).get(id)) !== undefined));
};

test('what the worker knows of the contract is what stands there', () => {
  expect([PRESIGN_PATH, METADATA_PATH]).toEqual([presign.path, metadata.path]);
});

describe('from a page', () => {
  test('the files go before their message, and what was written after it waits for it', async () => {
    const client = await open();
    await client.queryClient.ensureQueryData({ queryKey: conversationsKey });
    void send(client, to(colleague), docOf('before'));
    expect(await sendBoth(client, 'with')).toBe(true);
    const ids = client.outbox.state.items.flatMap(({ files = [] }) => files.map((file) => file.id));
    void send(client, to(colleague), docOf('after'));
    await expect.poll(arrived).toEqual([['before'], both('with'), ['after']]);
    expect(await uploads()).toBe(2);
    // Once the cached data has it, nothing of it is kept in the outbox.
    await expect.poll(() => client.outbox.state.items.length).toBe(0);
    expect(await heldFiles(client.account).get(ids[0] ?? '')).toBeUndefined();
  });

  test('an image goes with its description, and without the metadata that an older version left in it', async () => {
    const raw = { width: 60, height: 40, channels: 3 } as const;
    const bytes = await sharp(Buffer.alloc(60 * 40 * 3, 90), { raw })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'cnry' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect(bytes.includes('cnry')).toBe(true);
    const type = 'image/jpeg';
    const image = { mime_type: type, blob: new Blob([new Uint8Array(bytes)], { type }), alt: ' The oven ' };
    const client = await open();
    await sendFiles(client, to(colleague), docOf('with'), [{ ...chosen('oven.jpg', ''), ...image }]);
    const [waiting] = client.outbox.state.items;
    expect(JSON.stringify(waiting?.predicted)).toContain('"alt":"The oven"');
    const sent = async () => (await colleague.call(chat.listMessages, to(me))).items[0]?.attachments[0];
    await expect.poll(async () => (await sent())?.alt).toBe('The oven');
    const { download_url } = await colleague.call(metadata, { file_id: (await sent())?.file_id ?? '' });
    const there = Buffer.from(await (await fetch(new URL(download_url, app.url))).arrayBuffer());
    expect([there.includes('cnry'), there.length < bytes.length]).toEqual([false, true]);
    expect(await sharp(there).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
  });

  test('who has sent all that a day allows is told so, and nothing else waits for that', async () => {
    const { file_id } = await upload(me, 'all of it', { name: 'day.txt' });
    await app.sql('UPDATE file SET size = 2000000001 WHERE file_id = $1', [file_id]);
    const client = await open();
    await client.queryClient.ensureQueryData({ queryKey: conversationsKey });
    await sendBoth(client, 'too much');
    await expect.poll(() => client.outbox.state.items[0]?.error_code).toBe('TOO_MANY_BYTES');
    await send(client, to(colleague), docOf('words'));
    await expect.poll(arrived).toEqual([['words']]);
  });

  test('without a connection they wait, through a restart, and are sent once', async () => {
    proxy.offline = true;
    const first = await open();
    await sendBoth(first, 'patience');
    await first.kill();
    const second = await open();
    expect(await heldOf(second)).toEqual([true, true]);
    proxy.offline = false;
    second.outbox.kick();
    await expect.poll(arrived).toEqual([both('patience')]);
    expect(await uploads()).toBe(2);
  });

  test.each([1, 2, 3])('on a bad network: whatever is lost, failed or doubled, it is there once (%i)', async (seed) => {
    await proxy[Symbol.asyncDispose]();
    proxy = await startFaultProxy(app.url, randomFrom(seed));
    proxy.faults = { ...noFaults, dropRequest: 0.15, loseAnswer: 0.2, doubleRequest: 0.1, fail: 0.1 };
    let client = await open();
    for (const text of ['one', 'two', 'three']) await sendBoth(client, text);
    for (let restart = 0; restart < 4; restart++) {
      client.outbox.kick();
      await new Promise((done) => setTimeout(done, 700));
      await client.kill();
      client = await open();
    }
    proxy.faults = noFaults;
    // A file that was given up on is for the person to send again.
    await expect
      .poll(
        async () => {
          for (const item of client.outbox.state.items) if (item.state === 'failed') await client.outbox.retry(item.id);
          client.outbox.kick();
          return arrived();
        },
        { timeout: 20_000, interval: 300 },
      )
      .toEqual(expect.arrayContaining([both('one'), both('two'), both('three')]));
    expect(await arrived()).toHaveLength(3);
  });

  test('taken back while it waits: nothing of it is kept or sent', async () => {
    proxy.offline = true;
    const client = await open();
    await sendBoth(client, 'regret');
    const [item] = client.outbox.state.items;
    const ids = item?.files?.map((file) => file.id) ?? [];
    expect(await client.outbox.discard(item?.id ?? '')).toBe(true);
    await expect
      .poll(() => Promise.all(ids.map((id) => heldFiles(client.account).get(id))))
      .toEqual([undefined, undefined]);
    proxy.offline = false;
    await send(client, to(colleague), docOf('instead'));
    await expect.poll(arrived).toEqual([['instead']]);
    expect(await uploads()).toBe(0);
  });

  test('refused, and swept away before somebody tries again: the files are sent anew', async () => {
    const client = await open();
    const status = (account: 'ACTIVE' | 'INACTIVE') =>
      company.owner.call(people.setStatus, { employee_id: colleague.employee_id, status: account });
    await status('INACTIVE');
    await sendBoth(client, 'later');
    await expect.poll(() => client.outbox.state.items[0]?.error_code).toBe('EMPLOYEE_NOT_FOUND');
    expect(await uploads()).toBe(2);
    await app.sql('UPDATE file SET removed_at = now() WHERE created_by = $1', [me.employee_id]);
    await status('ACTIVE');
    colleague = await signIn(app.url, colleague.session?.employee_profile.work_email_id ?? '');
    await client.outbox.retry(client.outbox.state.items[0]?.id ?? '');
    await expect.poll(arrived).toEqual([both('later')]);
    expect(await uploads()).toBe(4);
  });

  test('a file that this device has lost is said, and takes nothing else along', async () => {
    proxy.offline = true;
    const client = await open();
    await sendBoth(client, 'lost');
    const [item] = client.outbox.state.items;
    await heldFiles(client.account).remove(item?.files?.map((file) => file.id) ?? []);
    void send(client, to(colleague), docOf('after'));
    proxy.offline = false;
    client.outbox.kick();
    await expect.poll(arrived).toEqual([['after']]);
    expect(client.outbox.state.items[0]).toMatchObject({ state: 'failed', error_code: uploadCodes.lost });
  });

  test('what is written anew while it waits keeps its files', async () => {
    proxy.offline = true;
    const client = await open();
    await sendBoth(client, 'frist');
    const [item] = client.outbox.state.items;
    const shown = numbered(item?.predicted[0]?.payload as PredictedMessage, 'c', 1);
    await edit(client, to(colleague), shown, docOf('first'));
    proxy.offline = false;
    client.outbox.kick();
    await expect.poll(arrived).toEqual([['first', 'one.txt: frist one', 'two.txt: frist two']]);
  });
});

test('the worker sends files with every page closed', async () => {
  proxy.offline = true;
  const client = await open();
  await sendBoth(client, 'asleep');
  await client.kill();
  proxy.offline = false;
  await writeMirror(client.session(), `${proxy.url}/api`);
  expect(await sendFromWorker()).toMatchObject({ left: 0, stopped: null });
  expect(await arrived()).toEqual([both('asleep')]);
});
