// Files and pins of a whole space over real HTTP: of all its sub-spaces that somebody is in and of no other one, page by page in one
// order; and that what an older app asks is answered as it was.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles } from '#contract/chat/attachments.ts';
import { messagePinned } from '#contract/chat/marks/events.ts';
import { listPins, pin, unpin } from '#contract/chat/marks/marks.ts';
import type { Address, Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { listFilesOfSpace, listPinnedInSpace } from '#server/features/chat/repo/whole-space-repo.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, gather, ids, into, makeSpace, nobody, say, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

const attach = async (by: TestClient, at: Address, name = `${uuid()}.txt`): Promise<Message> => {
  const { file_id } = await upload(by, 'words', { folder: 'chat', name });
  return (await by.call(chat.send, { ...at, message_id: uuid(), body: docOf(name), attachments: [{ file_id }] }))
    .message;
};
const pinned = async (by: TestClient, at: Address): Promise<Message> => {
  const { message_id } = await say(by, at, uuid());
  return (await by.call(pin, { message_id })).message;
};
const addSub = async (by: TestClient, space_id: string, few?: readonly TestClient[]): Promise<Address> => {
  const sub_space_id = uuid();
  const named = { space_id, sub_space_id, sub_space_name: sub_space_id };
  await by.call(spaces.createSubSpace, { ...named, ...(few && { is_private: true, employee_ids: ids(...few) }) });
  return into(space_id, sub_space_id);
};
const whole = (space_id: string) => ({ entity_type: 'space', entity_id: space_id, whole_space: 'true' }) as const;
const idsOf = (items: readonly { message_id: string }[]) => items.map(({ message_id }) => message_id);
const filesFor = async (by: TestClient, space_id: string) => idsOf((await by.call(listFiles, whole(space_id))).items);
const pinsFor = async (by: TestClient, space_id: string) => idsOf((await by.call(listPins, whole(space_id))).items);
const bothFor = async (by: TestClient, space_id: string) => [await filesFor(by, space_id), await pinsFor(by, space_id)];

describe('of a whole space', () => {
  test('are those of all its sub-spaces, latest first, each with where it stands', async () => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const [main, other] = [into(space_id), await addSub(ada, space_id)];
    expect(await ben.call(listFiles, whole(space_id))).toEqual({ items: [], has_before: false, next_cursor: null });
    expect(await ben.call(listPins, whole(space_id))).toEqual({ items: [], next_cursor: null });
    const [a, b, c] = [await attach(ada, main), await attach(ben, other), await attach(ada, main)];
    const { items, ...end } = await ben.call(listFiles, whole(space_id));
    expect(end).toEqual({ has_before: false, next_cursor: null });
    expect(items).toEqual(
      [c, b, a].map(({ message_id, conversation_id, seq, sender_id, created_at, attachments }) => {
        return { message_id, conversation_id, seq, sender_id, created_at, attachments };
      }),
    );
    const { message: second } = await ben.call(pin, { message_id: b.message_id });
    const { message: first } = await ada.call(pin, { message_id: c.message_id });
    expect((await ben.call(listPins, whole(space_id))).items).toEqual([first, second]);
    // By when it was pinned, and not by when it was written.
    const { message: third } = await ben.call(pin, { message_id: a.message_id });
    expect((await ada.call(listPins, whole(space_id))).items).toEqual([third, first, second]);
    // Neither of another space, nor of what two write to each other, nor of a thread.
    await attach(ada, into((await makeSpace(ada)).space_id));
    await attach(ada, to(ben));
    await attach(ben, under(a));
    await pinned(ben, under(a));
    expect(await bothFor(ben, space_id)).toEqual([idsOf([c, b, a]), idsOf([third, first, second])]);
  });

  test('a deleted message has neither, and what is taken down is not pinned', async () => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const other = await addSub(ada, space_id);
    const [a, b] = [await attach(ada, other), await attach(ada, into(space_id))];
    for (const { message_id } of [a, b]) await ada.call(pin, { message_id });
    await ben.call(unpin, { message_id: b.message_id });
    expect(await bothFor(ben, space_id)).toEqual([idsOf([b, a]), idsOf([a])]);
    await ada.call(chat.remove, { message_id: a.message_id });
    expect(await bothFor(ben, space_id)).toEqual([idsOf([b]), []]);
  });

  test('nothing of a private sub-space for who is not in it, from the moment on that they are not', async () => {
    const { ada, ben, cleo } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben, cleo) });
    const secret = await addSub(ada, space_id, [ben]);
    const [open, hidden] = [await attach(ada, into(space_id)), await attach(ben, secret)];
    for (const { message_id } of [open, hidden]) await ada.call(pin, { message_id });
    for (const by of [ada, ben])
      expect(await bothFor(by, space_id)).toEqual([idsOf([hidden, open]), idsOf([hidden, open])]);
    expect(await bothFor(cleo, space_id)).toEqual([idsOf([open]), idsOf([open])]);
    // Whoever comes in sees its past, as they do in the conversation.
    const { sub_space_id = '' } = secret;
    await ada.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: ids(cleo) });
    expect(await bothFor(cleo, space_id)).toEqual([idsOf([hidden, open]), idsOf([hidden, open])]);
    await ada.call(spaces.removeSubSpaceMember, { sub_space_id, employee_id: ben.employee_id });
    expect(await bothFor(ben, space_id)).toEqual([idsOf([open]), idsOf([open])]);
  });

  test('nothing for who has left, was never in, or is of another company', async () => {
    const { ada, ben, cleo, stranger } = cast;
    const { space_id } = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    const { message_id } = await attach(ada, await addSub(ada, space_id));
    await ada.call(pin, { message_id });
    expect(await bothFor(ben, space_id)).toEqual([[message_id], [message_id]]);
    await ben.call(spaces.leave, { space_id });
    const gone = { code: 'SPACE_NOT_FOUND', status: 404 };
    for (const by of [ben, cleo, stranger])
      for (const list of [listFiles, listPins])
        await expect(by.call(list, whole(space_id))).rejects.toMatchObject(gone);
    await expect(ada.call(listPins, whole(nobody))).rejects.toMatchObject(gone);
  });

  test('with what is archived, which can still be read', async () => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const old = await addSub(ada, space_id);
    const { message_id } = await attach(ben, old);
    await ada.call(pin, { message_id });
    await ada.call(spaces.archiveSubSpace, { sub_space_id: old.sub_space_id ?? '', archived: true });
    expect(await bothFor(ben, space_id)).toEqual([[message_id], [message_id]]);
  });

  test('every device hears of each change, in whichever sub-space', async () => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const other = await addSub(ada, space_id);
    await using socket = await openSocket(ben);
    const { message_id, conversation_id } = await attach(ada, other);
    await ada.call(pin, { message_id });
    await ada.call(chat.remove, { message_id });
    const topic = `conversation:${conversation_id}`;
    for (const { name } of [chat.messageCreated, messagePinned, chat.messageDeleted])
      expect(await socket.waitForEvent(name)).toMatchObject({ topic, payload: { message_id } });
  });
});

describe('pages', () => {
  /** All of it, page by page; `meanwhile` is done after the first one. */
  async function pages(
    by: TestClient,
    list: typeof listFiles | typeof listPins,
    space_id: string,
    meanwhile?: () => Promise<unknown>,
  ) {
    const found: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { ...whole(space_id), limit: '3', ...(cursor && { cursor }) };
      const page: { items: { message_id: string }[]; next_cursor?: string | null | undefined } = await by.call(
        list,
        asked,
      );
      found.push(idsOf(page.items));
      cursor = page.next_cursor ?? null;
      if (found.length === 1) await meanwhile?.();
    }
    return found;
  }
  const scattered = async (count: number) => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada, { employee_ids: ids(ben) });
    const places = [into(space_id), await addSub(ada, space_id), await addSub(ada, space_id)];
    const said: Message[] = [];
    for (let n = 0; n < count; n++) said.unshift(await attach(ada, places[n % places.length] as Address));
    return { space_id, places, said };
  };
  /** As if all had been written, and pinned, in the same moment. */
  const atOnce = (said: readonly Message[]) =>
    app.sql(
      "UPDATE message SET created_at = '2026-03-01T08:00:00Z', pinned_at = CASE WHEN pinned_by IS NOT NULL THEN '2026-03-01T09:00:00Z'::timestamptz END WHERE message_id = ANY($1)",
      [idsOf(said)],
    );

  test('go on across sub-spaces without leaving anything out or doubling it, also of one moment', async () => {
    const { ada, ben } = cast;
    const { space_id, said } = await scattered(9);
    for (const { message_id } of said.toReversed()) await ada.call(pin, { message_id });
    const three = [0, 3, 6].map((from) => idsOf(said).slice(from, from + 3));
    expect(await pages(ben, listFiles, space_id)).toEqual(three);
    expect(await pages(ben, listPins, space_id)).toEqual(three);
    await atOnce(said);
    const byId = idsOf(said).toSorted().toReversed();
    const sorted = [0, 3, 6].map((from) => byId.slice(from, from + 3));
    expect(await pages(ben, listFiles, space_id)).toEqual(sorted);
    expect(await pages(ben, listPins, space_id)).toEqual(sorted);
  });

  test('stand still while something comes and goes before them', async () => {
    const { ada, ben } = cast;
    const { space_id, places, said } = await scattered(7);
    const found = await pages(ben, listFiles, space_id, async () => {
      await attach(ada, places[1] as Address);
      await ada.call(chat.remove, { message_id: said[0]?.message_id ?? '' });
      await ada.call(chat.remove, { message_id: said[4]?.message_id ?? '' });
    });
    expect(found.flat()).toEqual(idsOf(said.filter((_, at) => at !== 4)));
  });
});

describe('what is asked', () => {
  test('as an older app asks is answered as it was', async () => {
    const { ada } = cast;
    const { space_id } = await makeSpace(ada);
    const at = await addSub(ada, space_id);
    const [main, other] = [await attach(ada, into(space_id)), await attach(ada, at)];
    for (const { message_id } of [main, other]) await ada.call(pin, { message_id });
    const { message_id, seq, sender_id, created_at, attachments } = other;
    expect(await ada.call(listFiles, at)).toEqual({
      items: [{ message_id, seq, sender_id, created_at, attachments }],
      has_before: false,
    });
    expect(Object.keys(await ada.call(listPins, into(space_id)))).toEqual(['items']);
    expect(idsOf((await ada.call(listPins, into(space_id))).items)).toEqual([main.message_id]);
  });

  test('of what is no whole space, or goes on by what is not of it, is refused', async () => {
    const { ada, ben } = cast;
    const { space_id } = await makeSpace(ada);
    const { sub_space_id } = await addSub(ada, space_id);
    for (let n = 0; n < 2; n++) await attach(ada, into(space_id));
    const { next_cursor: cursor = null } = await ada.call(listFiles, { ...whole(space_id), limit: '1' });
    const all = whole(space_id);
    const refused: [typeof listFiles | typeof listPins, object][] = [
      [listFiles, { ...all, sub_space_id }],
      [listPins, { ...all, sub_space_id }],
      [listFiles, { ...to(ben), whole_space: 'true' }],
      [listPins, { ...to(ben), whole_space: 'true' }],
      [listFiles, { ...all, before_seq: '3' }],
      [listFiles, { ...into(space_id), cursor }],
      [listPins, { ...into(space_id), cursor }],
      [listPins, { ...into(space_id), limit: '3' }],
      [listPins, { ...all, cursor: 'somewhere' }],
      [listFiles, { ...all, cursor: Buffer.from('["2026-01-01",1]').toString('base64url') }],
    ];
    for (const [list, input] of refused)
      expect((await ada.raw(list, input)).body.error_code, JSON.stringify(input)).toBe('INVALID_REQUEST');
  });
});

describe('a space of fifty sub-spaces', () => {
  test('is read by index, a page of each', async () => {
    const { ada } = cast;
    const { company_id, employee_id } = ada;
    const { space_id } = await makeSpace(ada);
    await fill(company_id, employee_id, space_id, 50, 400);
    const page = { employee_id, space_id, place: null, limit: 21 };
    const plans = await app.app.context.db.company(company_id, async (tx) => {
      const explain: Tx = {
        ...tx,
        query: (text, values) => tx.query(`EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${text}`, values),
      };
      return { files: await listFilesOfSpace(explain, page), pins: await listPinnedInSpace(explain, page) };
    });
    const [files, pins] = [readsOf(plans.files), readsOf(plans.pins)];
    expect(files.map(({ index }) => index)).toContain('message_attached');
    expect(pins.map(({ index }) => index)).toContain('message_pins');
    // Of each sub-space no more than a page is looked at, however much there is.
    for (const { index, rows } of [...files, ...pins]) expect(rows, index).toBeLessThanOrEqual(51 * 21);
    expect((await ada.call(listFiles, whole(space_id))).items).toHaveLength(20);
  }, 60_000);

  /** What of `message` a plan reads, by which index; a scan from end to end by none. */
  function readsOf(plan: unknown): { index: string; rows: number }[] {
    if (typeof plan !== 'object' || plan === null) return [];
    const node = plan as Readonly<Record<string, string | number | undefined>>;
    const isRead = node['Relation Name'] === 'message' && `${node['Node Type']}`.includes('Scan');
    const rows = Number(node['Actual Rows']) * Number(node['Actual Loops']);
    const own = isRead ? [{ index: `${node['Index Name']}`, rows: Math.round(rows) }] : [];
    return [...own, ...Object.values(plan).flatMap(readsOf)];
  }

  /** Each of them with as many messages, of which every second has a file and every tenth is pinned; written past the server. */
  async function fill(company_id: string, me: string, space_id: string, subs: number, messages: number): Promise<void> {
    const id = (kind: string, n: string) => `('${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
    const talk = id('00000005', 'c');
    await app.sql(
      `INSERT INTO conversation (company_id, conversation_id, kind, space_id, last_seq)
       SELECT $1, ${talk}, 'sub_space', $2, $4 FROM generate_series(1, $3) c`,
      [company_id, space_id, subs, messages],
    );
    await app.sql(
      `INSERT INTO conversation_member (company_id, conversation_id, employee_id)
       SELECT $1, ${talk}, $2 FROM generate_series(1, $3) c`,
      [company_id, me, subs],
    );
    await app.sql(
      `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at, attachments, pinned_by, pinned_at)
       SELECT $1, ${talk}, s, ${id('00000006', 'c * 10000 + s')}, $2, '{}', 'x', '', now() - s * interval '1 minute',
         CASE WHEN s % 2 = 0 THEN '[]'::jsonb END, CASE WHEN s % 10 = 0 THEN $2::uuid END, CASE WHEN s % 10 = 0 THEN now() END
       FROM generate_series(1, $3) c, generate_series(1, $4) s`,
      [company_id, me, subs, messages],
    );
    await app.sql('ANALYZE');
  }
});
