// Files in messages, the same over both stores: who may attach what, who reads it, and what becomes of it.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Attach } from '#contract/chat/attachment.ts';
import { listFiles } from '#contract/chat/attachments.ts';
import * as chat from '#contract/chat.ts';
import * as files from '#contract/files.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { filesSent } from '#server/features/chat/service.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson } from '../kit/factory.ts';
import { png, presign, upload } from '../kit/files.ts';
import { overBothStores } from './files.fixture.ts';
import { entryOf, into, makeSpace, nobody, read, to } from './talk.ts';

const BLANK = docOf('');
const WAVES = Array.from({ length: 64 }, (_, at) => at % 32);
const photo = (by: TestClient, name = `${uuid()}.png`) => upload(by, png(40, 30), { folder: 'chat', name });
const words = (by: TestClient, name = `${uuid()}.txt`) => upload(by, 'words', { folder: 'chat', name });
type Given = Partial<RequestOf<typeof chat.send>>;
const inputOf = (at: chat.Address, attachments: Attach[], more: Given = {}) => ({
  ...at,
  message_id: uuid(),
  body: BLANK,
  attachments,
  ...more,
});
const sendFiles = async (by: TestClient, at: chat.Address, attachments: Attach[], more: Given = {}) =>
  (await by.call(chat.send, inputOf(at, attachments, more))).message;
const codeOf = async (by: TestClient, input: RequestOf<typeof chat.send>) => {
  const { status, body } = await by.raw(chat.send, input);
  return [status, body.error_code];
};
const addressesOf = async (by: TestClient, ...ids: string[]) =>
  (await by.call(files.addresses, { file_ids: ids.join(',') })).items;

overBothStores('attachments', (at) => {
  test('stand in the message as the server knows the files, in the order in which they were given', async () => {
    const [image, text] = [await photo(at.owner, 'The oven.png'), await words(at.owner, 'notes.txt')];
    const message = await sendFiles(
      at.owner,
      to(at.colleague),
      [{ file_id: text.file_id }, { file_id: image.file_id }],
      {
        body: docOf('Look'),
      },
    );
    const none = { width: null, height: null, duration: null, waveform: null, alt: null };
    expect(message).toMatchObject({ type: 'text', body: docOf('Look') });
    expect(message.attachments).toEqual([
      { ...none, file_id: text.file_id, name: 'notes.txt', mime_type: 'text/plain', size: 5 },
      {
        ...none,
        file_id: image.file_id,
        name: 'The oven.png',
        mime_type: 'image/png',
        size: image.size,
        width: 40,
        height: 30,
      },
    ]);
    const { items } = await read(at.colleague, to(at.owner));
    expect(items.at(-1)?.attachments).toEqual(message.attachments);
    expect(JSON.stringify(items)).not.toContain('signature');
  });

  test('are what lists and quotes speak of where there is no text', async () => {
    const [ada, ben] = [await addPerson(at.app, at.owner), await addPerson(at.app, at.owner)];
    const line = async () => {
      const entry = await entryOf(ben, ada.employee_id);
      return [entry?.latest_message, entry?.latest_message_type];
    };
    const image = await sendFiles(ada, to(ben), [{ file_id: (await photo(ada)).file_id }]);
    expect(await line()).toEqual(['Photo', 'text']);
    await sendFiles(ada, to(ben), [{ file_id: (await photo(ada)).file_id }, { file_id: (await photo(ada)).file_id }]);
    expect(await line()).toEqual(['2 photos', 'text']);
    await sendFiles(ada, to(ben), [{ file_id: (await words(ada, 'Menu.txt')).file_id }]);
    expect(await line()).toEqual(['Menu.txt', 'text']);
    const film = await upload(ada, 'film', { folder: 'chat', name: 'film.mp4' });
    expect(await sendFiles(ada, to(ben), [{ file_id: film.file_id }])).toMatchObject({ type: 'video' });
    expect(await line()).toEqual(['Video', 'video']);
    const voice = await upload(ada, 'voice', { folder: 'chat', name: 'Voice message.weba' });
    const spoken = await sendFiles(ada, to(ben), [{ file_id: voice.file_id, duration: 4_200, waveform: WAVES }]);
    expect(spoken).toMatchObject({ type: 'audio', attachments: [{ duration: 4_200, waveform: WAVES }] });
    expect(await line()).toEqual(['Voice message · 0:04', 'audio']);
    const answer = { message_id: uuid(), body: docOf('Nice'), reply_to: image.message_id };
    const { message } = await ben.call(chat.send, { ...to(ada), ...answer });
    expect(message.reply_to).toMatchObject({ text: '', label: 'Photo' });
    expect((await read(ada, to(ben))).items.at(-1)?.reply_to).toEqual(message.reply_to);
  });

  test('are read by who is in the conversation, each by an address of their own, and by nobody else', async () => {
    const [ada, ben, cleo] = [at.owner, at.colleague, await addPerson(at.app, at.owner)];
    const space = await makeSpace(ada, { employee_ids: [ben.employee_id], visibility: 'private' });
    const { file_id } = await words(ada);
    expect(await addressesOf(ben, file_id)).toEqual([]);
    await sendFiles(ada, into(space.space_id), [{ file_id }]);
    const [mine] = await addressesOf(ada, file_id, nobody);
    const [his] = await addressesOf(ben, nobody, file_id);
    expect(mine?.download_url).not.toBe(his?.download_url);
    for (const one of [mine, his]) expect(await (await at.get(one?.download_url ?? '')).text()).toBe('words');
    for (const who of [cleo, at.stranger]) expect(await addressesOf(who, file_id)).toEqual([]);
    await ada.call(spaces.addMembers, { space_id: space.space_id, employee_ids: [cleo.employee_id] });
    const [hers] = await addressesOf(cleo, file_id);
    expect((await at.get(hers?.download_url ?? '')).status).toBe(200);
    await ada.call(spaces.removeMember, { space_id: space.space_id, employee_id: cleo.employee_id });
    expect((await at.get(hers?.download_url ?? '')).status, 'the address that was given before').toBe(404);
    expect(await addressesOf(cleo, file_id)).toEqual([]);
  });

  test('in a thread: read by who is in the conversation, whether or not they follow it', async () => {
    const [ada, ben, cleo] = [at.owner, at.colleague, await addPerson(at.app, at.owner)];
    const space = await makeSpace(ada, { employee_ids: [ben.employee_id], visibility: 'private' });
    const { message: root } = await ada.call(chat.send, {
      ...into(space.space_id),
      message_id: uuid(),
      body: docOf('The oven'),
    });
    const thread = { entity_type: 'thread', entity_id: root.message_id } as const;
    const { file_id } = await photo(ada);
    await sendFiles(ada, thread, [{ file_id }]);
    expect(await addressesOf(ben, file_id)).toHaveLength(1);
    expect(await addressesOf(cleo, file_id)).toEqual([]);
    expect((await ben.call(listFiles, thread)).items[0]?.attachments[0]?.file_id).toBe(file_id);
  });

  test('are one’s own, private, of the folder for chat and there: everything else is not found', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const theirs = await words(ben);
    const foreign = await words(at.stranger);
    const face = await upload(ada, png(), { folder: 'user-manage/employee', is_private: true, name: `${uuid()}.png` });
    const loose = await upload(ada, 'loose', { name: `${uuid()}.txt` });
    const awaited = await presign(ada, { folder: 'chat', name: `${uuid()}.txt` });
    const own = await words(ada);
    for (const { file_id } of [theirs, foreign, face, loose, awaited, { file_id: nobody }]) {
      expect(await codeOf(ada, inputOf(to(ben), [{ file_id }]))).toEqual([404, 'FILE_NOT_FOUND']);
      expect(await codeOf(ada, inputOf(to(ben), [{ file_id: own.file_id }, { file_id }]))).toEqual([
        404,
        'FILE_NOT_FOUND',
      ]);
    }
    // What was sent to me is not mine to send: that is a forward.
    const sent = await sendFiles(ben, to(ada), [{ file_id: theirs.file_id }]);
    expect(await codeOf(ada, inputOf(to(ben), [{ file_id: theirs.file_id }]))).toEqual([404, 'FILE_NOT_FOUND']);
    expect(sent.attachments).toHaveLength(1);
  });

  test('are few, each once, and a voice is a sound', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const { file_id } = await words(ada);
    const wrong: Attach[][] = [
      Array.from({ length: 11 }, () => ({ file_id: uuid() })),
      [{ file_id }, { file_id }],
      [{ file_id, duration: 3 }],
      [{ file_id, waveform: WAVES }],
      [{ file_id, duration: 3, waveform: [...WAVES, 1] }],
      [{ file_id, duration: 3, waveform: [32] }],
      [{ file_id, duration: 3, waveform: [0.5] }],
      [{ file_id, duration: 86_400_000, waveform: [] }],
      [{ file_id, duration: 3, waveform: [1] }],
    ];
    for (const attachments of wrong)
      expect(await codeOf(ada, inputOf(to(ben), attachments)), JSON.stringify(attachments)).toEqual([
        400,
        'INVALID_REQUEST',
      ]);
    expect(await codeOf(ada, inputOf(to(ben), []))).toEqual([400, 'MESSAGE_EMPTY']);
  });

  test('a repeat is the same message, with other files it is another', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const [one, other] = [await words(ada), await words(ada)];
    const input = inputOf(to(ben), [{ file_id: one.file_id }]);
    const first = await ada.call(chat.send, input);
    expect(await ada.call(chat.send, input)).toEqual(first);
    expect(await codeOf(ada, { ...input, attachments: [{ file_id: other.file_id }] })).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    const { attachments: _, ...without } = input;
    expect(await codeOf(ada, { ...without, body: docOf('words') })).toEqual([400, 'INVALID_REQUEST']);
    await ada.call(chat.remove, { message_id: input.message_id });
    const again = await ada.call(chat.send, input);
    expect(again.message).toMatchObject({ attachments: [], body: null });
  });

  test('go with their message, and are kept by an edit and by a forward', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const cleo = await addPerson(at.app, ada);
    const file = await photo(ada);
    const { file_id } = file;
    const message = await sendFiles(ada, to(ben), [{ file_id }], { body: docOf('The oven') });
    const { message: edited } = await ada.call(chat.edit, { message_id: message.message_id, body: BLANK });
    expect(edited.attachments).toEqual(message.attachments);
    const again = { message_id: uuid(), body: edited.body ?? BLANK, forward_of: message.message_id };
    const { message: passed } = await ben.call(chat.send, { ...to(cleo), ...again });
    expect(passed).toMatchObject({ attachments: message.attachments, forwarded: { sender_id: ada.employee_id } });
    expect(await addressesOf(cleo, file_id)).toHaveLength(1);

    const { message: gone } = await ada.call(chat.remove, { message_id: message.message_id });
    expect(gone).toMatchObject({ attachments: [], body: null });
    // What was passed on stays with who has it.
    const [hers] = await addressesOf(cleo, file_id);
    expect((await at.get(hers?.download_url ?? '')).status).toBe(200);
    expect(await ben.call(chat.remove, { message_id: passed.message_id })).toMatchObject({
      message: { attachments: [] },
    });
    expect((await at.get(hers?.download_url ?? '')).status).toBe(404);
    for (const who of [ada, ben, cleo]) {
      expect(await addressesOf(who, file_id)).toEqual([]);
      expect((await who.raw(files.metadata, { file_id })).body.error_code).toBe('FILE_NOT_FOUND');
    }
    expect(await codeOf(ada, inputOf(to(ben), [{ file_id }]))).toEqual([404, 'FILE_NOT_FOUND']);
    expect((await entryOf(cleo, ben.employee_id))?.latest_message).toBe('');
    const { context } = at.app.app;
    await sweepFiles(context, createFileStore(context.config, '').store, []);
    expect(at.kept().keys).not.toContain(file.s3_key);
  });

  test('what an image shows, in words: kept by an edit and a forward, told to everybody, gone with the message', async () => {
    const [ada, ben, cleo] = [at.owner, at.colleague, await addPerson(at.app, at.owner)];
    const [image, other, text] = [await photo(ada), await photo(ada), await words(ada)];
    const message = await sendFiles(ada, to(ben), [
      { file_id: image.file_id, alt: '  Ines beside the cnry oven ' },
      { file_id: other.file_id },
      // What is no image has none.
      { file_id: text.file_id, alt: 'A list' },
    ]);
    const alts = ({ attachments }: chat.Message) => attachments.map(({ alt }) => alt);
    expect(alts(message)).toEqual(['Ines beside the cnry oven', null, null]);
    const { message: edited } = await ada.call(chat.edit, { message_id: message.message_id, body: docOf('Look') });
    expect(alts(edited)).toEqual(alts(message));
    const forward = { message_id: uuid(), body: docOf('Look'), forward_of: message.message_id };
    const { message: passed } = await ben.call(chat.send, { ...to(cleo), ...forward });
    expect(alts(passed)).toEqual(alts(message));
    expect((await ben.call(listFiles, to(ada))).items[0]?.attachments).toEqual(message.attachments);

    for (const message_id of [message.message_id, passed.message_id])
      await (message_id === passed.message_id ? ben : ada).call(chat.remove, { message_id });
    const left = await at.app.sql<{ left: number }>(
      `SELECT (SELECT count(*) FROM message x WHERE x::text LIKE '%cnry oven%')::integer
        + (SELECT count(*) FROM event e WHERE e.payload::text LIKE '%cnry oven%')::integer AS left`,
    );
    expect(left).toEqual([{ left: 0 }]);
  });

  test('a description is text, of 500 characters at most; repeated with another it is another message', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const { file_id } = await photo(ada);
    for (const alt of ['  ', 'a'.repeat(501), 'nul\0', 7 as unknown as string])
      expect(await codeOf(ada, inputOf(to(ben), [{ file_id, alt }]))).toEqual([400, 'INVALID_REQUEST']);
    const input = inputOf(to(ben), [{ file_id, alt: 'a'.repeat(500) }]);
    const first = await ada.call(chat.send, input);
    expect(await ada.call(chat.send, input)).toEqual(first);
    const changed = { ...input, attachments: [{ file_id, alt: 'b' }] };
    expect(await codeOf(ada, changed)).toEqual([400, 'INVALID_REQUEST']);
  });

  test('of before there were descriptions, files have none', async () => {
    const [ada, ben] = [at.owner, at.colleague];
    const message = await sendFiles(ada, to(ben), [{ file_id: (await photo(ada)).file_id }]);
    await at.app.sql(
      "UPDATE message SET attachments = jsonb_set(attachments #- '{0,alt}', '{0,name}', '\"old.png\"') WHERE message_id = $1",
      [message.message_id],
    );
    const { items } = await read(ben, to(ada));
    expect(items.at(-1)?.attachments).toEqual([{ ...message.attachments[0], name: 'old.png', alt: null }]);
    const forward = { message_id: uuid(), body: BLANK, forward_of: message.message_id };
    const { message: passed } = await ben.call(chat.send, { ...to(ada), ...forward });
    expect(passed.attachments[0]).toMatchObject({ name: 'old.png', alt: null });
  });

  test('what only a text says may not become blank', async () => {
    const { message } = await at.owner.call(chat.send, {
      ...to(at.colleague),
      message_id: uuid(),
      body: docOf('Words'),
    });
    const { status, body } = await at.owner.raw(chat.edit, { message_id: message.message_id, body: BLANK });
    expect([status, body.error_code]).toEqual([400, 'MESSAGE_EMPTY']);
  });

  test('are not swept away while a message has them', async () => {
    const [sent, left] = [await words(at.owner), await words(at.owner)];
    await sendFiles(at.owner, to(at.colleague), [{ file_id: sent.file_id }]);
    await at.app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE file_id = ANY($1)", [
      [sent.file_id, left.file_id],
    ]);
    const { context } = at.app.app;
    await sweepFiles(context, createFileStore(context.config, '').store, [
      (tx, all) =>
        filesSent(
          tx,
          all.map((one) => one.file_id),
        ),
    ]);
    expect(at.kept().keys).toContain(sent.s3_key);
    expect(at.kept().keys).not.toContain(left.s3_key);
  });

  describe('the files of a conversation', () => {
    test('latest first, page by page, of that conversation only', async () => {
      const [ada, ben] = [await addPerson(at.app, at.owner), await addPerson(at.app, at.owner)];
      expect(await ada.call(listFiles, to(ben))).toEqual({ items: [], has_before: false });
      const said: chat.Message[] = [];
      for (let n = 0; n < 3; n++) {
        said.push(await sendFiles(ada, to(ben), [{ file_id: (await words(ada)).file_id }]));
        await ada.call(chat.send, { ...to(ben), message_id: uuid(), body: docOf('Words') });
      }
      await sendFiles(ada, to(at.owner), [{ file_id: (await words(ada)).file_id }]);
      const first = await ben.call(listFiles, { ...to(ada), limit: '2' });
      const seqs = (list: { seq: number }[]) => list.map((one) => one.seq);
      expect([seqs(first.items), first.has_before]).toEqual([[5, 3], true]);
      expect(first.items[0]?.attachments).toEqual(said[2]?.attachments);
      const rest = await ben.call(listFiles, { ...to(ada), limit: '2', before_seq: '3' });
      expect([seqs(rest.items), rest.has_before]).toEqual([[1], false]);
      await ada.call(chat.remove, { message_id: said[1]?.message_id ?? '' });
      expect(seqs((await ben.call(listFiles, to(ada))).items)).toEqual([5, 1]);
    });
  });
});
