// Messages with files that wait for their time: kept with them, sent with them, and nobody else's until then.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attach } from '#contract/chat/attachment.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import type { Address } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as files from '#contract/files.ts';
import { docOf } from '#contract/rich-text.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { filesSent } from '#server/features/chat/service.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { png, upload } from '#tests/kit/files.ts';
import { type Cast, gather, pair, read, to } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const photo = (by: TestClient) => upload(by, png(40, 30), { folder: 'chat', name: `${uuid()}.png` });
const plan = async (by: TestClient, at: Address, attachments: Attach[], text = '') => {
  const message_id = uuid();
  await by.call(scheduled.schedule, { ...at, message_id, body: docOf(text), attachments, due_at: inAnHour() });
  return message_id;
};
const waiting = async (by: TestClient) => (await by.call(scheduled.listScheduled, {})).items;
const reads = async (by: TestClient, file_id: string) => (await by.raw(files.metadata, { file_id })).status === 200;
/** As if nobody had seen them in use for weeks. */
async function sweep(): Promise<void> {
  await app.sql("UPDATE file SET used_at = now() - interval '15 days'");
  const { context } = app.app;
  const ids = (all: readonly { file_id: string }[]) => all.map(({ file_id }) => file_id);
  await sweepFiles(context, createFileStore(context.config, '').store, [(tx, all) => filesSent(tx, ids(all))]);
}
async function fallDue(message_id: string): Promise<void> {
  await app.sql("UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1", [
    message_id,
  ]);
  await sendDue(app.app.context);
}

test('they wait with it for its sender alone, are not swept, and are sent with it', async () => {
  const [left, right] = await pair(app, cast);
  const [image, voice] = [await photo(left), await upload(left, 'sound', { folder: 'chat', name: `${uuid()}.weba` })];
  const asked: Attach[] = [
    { file_id: image.file_id, alt: 'The oven' },
    { file_id: voice.file_id, duration: 900, waveform: [1, 2] },
  ];
  const message_id = await plan(left, to(right), asked, 'Look');
  const attachments = [
    { file_id: image.file_id, mime_type: 'image/png', width: 40, height: 30, duration: null, alt: 'The oven' },
    { file_id: voice.file_id, duration: 900, waveform: [1, 2], alt: null },
  ];
  expect(await waiting(left)).toMatchObject([{ message_id, attachments }]);
  // Without words it is a message all the same; without both it is none.
  await left.call(scheduled.reschedule, { message_id, body: docOf('') });
  expect(await waiting(left)).toMatchObject([{ attachments, body: docOf('') }]);
  await expect(plan(left, to(right), [])).rejects.toMatchObject({ code: 'MESSAGE_EMPTY' });
  await sweep();
  expect([await reads(left, image.file_id), await reads(right, image.file_id)]).toEqual([true, false]);
  await fallDue(message_id);
  expect(await waiting(left)).toEqual([]);
  expect((await read(right, to(left))).items).toMatchObject([{ message_id, attachments }]);
  expect([await reads(right, image.file_id), await reads(right, voice.file_id)]).toEqual([true, true]);
  await sweep();
  expect(await reads(right, image.file_id)).toBe(true);
});

test('a single voice that is sent before its time is a voice message', async () => {
  const [left, right] = await pair(app, cast);
  const { file_id } = await upload(left, 'sound', { folder: 'chat', name: `${uuid()}.weba` });
  const message_id = await plan(left, to(right), [{ file_id, duration: 900, waveform: [1, 2] }]);
  await left.call(scheduled.sendScheduled, { message_id });
  expect((await read(right, to(left))).items).toMatchObject([{ message_id, type: 'audio' }]);
});

test('what somebody else has uploaded, and what is not there, cannot be put off', async () => {
  const [left, right] = await pair(app, cast);
  const theirs = await photo(right);
  for (const file_id of [theirs.file_id, uuid()])
    await expect(plan(left, to(right), [{ file_id }])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(await waiting(left)).toEqual([]);
});

test('deleted, they go with the next sweep; until then the deletion can be taken back', async () => {
  const [left, right] = await pair(app, cast);
  const { file_id } = await photo(left);
  await left.call(scheduled.unschedule, { message_id: await plan(left, to(right), [{ file_id }]) });
  const again = await plan(left, to(right), [{ file_id }]);
  await left.call(scheduled.unschedule, { message_id: again });
  await sweep();
  expect(await reads(left, file_id)).toBe(false);
});

test('deleting a message leaves the files that another one is waiting with', async () => {
  const [left, right] = await pair(app, cast);
  const { file_id } = await photo(left);
  const sent = uuid();
  await left.call(chat.send, { ...to(right), message_id: sent, body: docOf(''), attachments: [{ file_id }] });
  const message_id = await plan(left, to(right), [{ file_id }]);
  await left.call(chat.remove, { message_id: sent });
  expect(await reads(left, file_id)).toBe(true);
  await fallDue(message_id);
  expect(await reads(right, file_id)).toBe(true);
});
