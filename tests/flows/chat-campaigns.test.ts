// The conversations of announcement campaigns over real HTTP: whom they come to, who reads them, and that nobody writes in one by
// the calls of chat.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listFiles } from '#contract/chat/attachments.ts';
import { keepDraft } from '#contract/chat/drafts.ts';
import * as marks from '#contract/chat/marks/marks.ts';
import { removePreview } from '#contract/chat/previews/previews.ts';
import { listSaved, save } from '#contract/chat/saved.ts';
import { schedule } from '#contract/chat/scheduled.ts';
import { listSeen } from '#contract/chat/seen.ts';
import type { EntryAddress } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { Endpoint, RequestOf } from '#contract/kernel/endpoint.ts';
import { setLevel, updateSettings } from '#contract/notifications/writes.ts';
import { remove } from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import { search } from '#contract/search.ts';
import { sync } from '#contract/sync.ts';
import { openCampaign, postToCampaign } from '#server/features/chat/service.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { upload } from '#tests/kit/files.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { actorOf, announce, insist, newCampaign } from './campaigns.fixture.ts';
import { ALWAYS, agrees, calling, listed, pushedOf, told } from './notifications.fixture.ts';
import { subscribe } from './push.fixture.ts';
import { Replica } from './replica.ts';
import { type Cast, entryOf, gather, ids, nobody, PATIENCE, read, say, stateOf, to, under } from './talk.ts';

let service: PushService;
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
  cast = await gather(app);
  await cast.owner.call(company.update, { settings: { awake: ALWAYS } });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});

const at = (entity_id: string): EntryAddress => ({ entity_type: 'campaign', entity_id });
const refusedAs = (code: string) => ({ code });

describe('the conversation of a campaign', () => {
  test('comes to the lists of its people, and what is posted is read by them and nobody else', async () => {
    const { owner, ada, ben, cleo, stranger } = cast;
    const replicas = await Promise.all([ada, ben, cleo].map((one) => Replica.load(one)));
    const [there, not] = [await openSocket(ben), await openSocket(cleo)];
    const campaign_id = await newCampaign(app.app, ada, [ben], 'Summer party');
    const empty = await entryOf(ben, campaign_id);
    expect(empty).toMatchObject({
      entity_type: 'campaign',
      space: null,
      group: { name: 'Summer party', employee_ids: [] },
      read_only: true,
      unread_message_count: 0,
      latest_message_time: null,
    });
    const message = await announce(app.app, ada, campaign_id, 'cnryparty at six');
    for (const replica of replicas) await agrees(app, replica);
    expect(await entryOf(ben, campaign_id)).toMatchObject({
      latest_message: 'cnryparty at six',
      unread_message_count: 1,
    });
    expect(await entryOf(ada, campaign_id)).toMatchObject({ unread_message_count: 0 });
    expect((await read(ben, at(campaign_id))).items).toEqual([message]);
    const heard = () => there.events.filter(({ topic }) => topic.startsWith('conversation:')).map(({ name }) => name);
    await expect.poll(heard, { timeout: PATIENCE }).toEqual([chat.messageCreated.name]);

    const hits = async (by: TestClient, filters = {}) =>
      (await by.call(search, { query: 'cnryparty', types: ['messages'], filters })).groups.flatMap<unknown>(
        ({ items }) => items,
      );
    const hit = { ...at(campaign_id), thread_id: null, message_id: message.message_id };
    expect(await hits(ben)).toMatchObject([hit]);
    expect(await hits(ben, { in: at(campaign_id) })).toMatchObject([hit]);
    const topic = `conversation:${campaign_id}`;
    for (const by of [owner, cleo, stranger]) {
      expect([await hits(by), await entryOf(by, campaign_id)]).toEqual([[], undefined]);
      expect((await by.call(sync, { topics: { [topic]: 0 } })).topics).toMatchObject([{ topic, status: 'gone' }]);
      const body = docOf('Let me in');
      const tries = await Promise.all([
        by.raw(chat.listMessages, at(campaign_id)),
        by.raw(chat.send, { ...at(campaign_id), message_id: uuid(), body }),
        by.raw(keepDraft, { ...at(campaign_id), body, typed_at: new Date().toISOString() }),
        by.raw(listFiles, at(campaign_id)),
        by.raw(marks.listPins, at(campaign_id)),
      ]);
      expect(new Set(tries.map((one) => one.body.error_code))).toEqual(new Set(['CAMPAIGN_NOT_FOUND']));
      await expect(by.call(chat.react, { message_id: message.message_id, emoji: '👍' })).rejects.toMatchObject(
        refusedAs('MESSAGE_NOT_FOUND'),
      );
    }
    expect(JSON.stringify(not.events)).not.toContain(campaign_id);
    // What is no campaign is not found as one, and has no sub-spaces.
    const direct = await say(ada, to(ben), 'Only you');
    await expect(read(ada, at(direct.conversation_id))).rejects.toMatchObject(refusedAs('CAMPAIGN_NOT_FOUND'));
    await expect(read(ada, { entity_type: 'group', entity_id: campaign_id })).rejects.toMatchObject(
      refusedAs('GROUP_NOT_FOUND'),
    );
    await expect(read(ada, { ...at(campaign_id), sub_space_id: uuid() })).rejects.toMatchObject(
      refusedAs('INVALID_REQUEST'),
    );
    there.close();
    not.close();
  });

  test('is written in by nobody through the calls of chat, also not by who has posted', async () => {
    const { ada, ben } = cast;
    const campaign_id = await newCampaign(app.app, ada, [ben], 'Hands off');
    const link = 'https://example.com/party';
    const { message_id } = await announce(app.app, ada, campaign_id, {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'Look', marks: [{ type: 'link', attrs: { href: link } }] }],
        },
      ],
    });
    const { file_id } = await upload(ada, 'words', { folder: 'chat', name: 'words.txt' });
    const said = () => ({ message_id: uuid(), body: docOf('Me, too') });
    const due_at = new Date(Date.now() + 3_600_000).toISOString();
    const typed_at = new Date().toISOString();
    const before = await read(ben, at(campaign_id));
    const refuse = async <E extends Endpoint>(by: TestClient, endpoint: E, input: RequestOf<E>) =>
      expect(by.call(endpoint, input), endpoint.name).rejects.toMatchObject(refusedAs('CONVERSATION_READ_ONLY'));
    for (const by of [ada, ben]) {
      await refuse(by, chat.send, { ...at(campaign_id), ...said() });
      await refuse(by, chat.send, { ...at(campaign_id), ...said(), reply_to: message_id });
      await refuse(by, chat.send, { ...at(campaign_id), ...said(), forward_of: message_id });
      await refuse(by, chat.send, { ...under({ message_id }), ...said() });
      await refuse(by, chat.edit, { message_id, body: docOf('Mine') });
      await refuse(by, chat.remove, { message_id });
      await refuse(by, marks.pin, { message_id });
      await refuse(by, removePreview, { message_id, url: link });
      await refuse(by, schedule, { ...at(campaign_id), ...said(), due_at });
      await refuse(by, schedule, { ...under({ message_id }), ...said(), due_at });
      await refuse(by, keepDraft, { ...at(campaign_id), body: docOf('I'), typed_at });
      await refuse(by, keepDraft, { ...under({ message_id }), body: docOf('I'), typed_at });
      // Whom it is for is nobody's business, and so is who has seen it.
      await expect(by.call(listSeen, { message_id })).rejects.toMatchObject(refusedAs('NO_PERMISSION'));
    }
    await refuse(ada, chat.send, { ...at(campaign_id), ...said(), attachments: [{ file_id }] });
    expect(await read(ben, at(campaign_id))).toEqual(before);
  });

  test('is reacted to, read, set back, saved, muted and kept on top', async () => {
    const { ada, ben } = cast;
    const campaign_id = await newCampaign(app.app, ada, [ben], 'Bring a cup');
    const { message_id } = await announce(app.app, ada, campaign_id, 'One');
    await announce(app.app, ada, campaign_id, 'Two');
    const replica = await Replica.load(ben, [at(campaign_id)]);
    await ben.call(chat.react, { message_id, emoji: '👍' });
    await ben.call(chat.react, { message_id, emoji: '🎉' });
    await ben.call(chat.unreact, { message_id, emoji: '🎉' });
    await ben.call(chat.markRead, { conversation_id: campaign_id, read_seq: 2 });
    expect(await stateOf(ben, campaign_id)).toMatchObject({ last_seq: 2, read_seq: 2 });
    await ben.call(marks.markUnread, { conversation_id: campaign_id, read_seq: 0 });
    await ben.call(save, { message_id });
    await ben.call(marks.updateEntry, { ...at(campaign_id), muted: true, pinned: true });
    await agrees(app, replica);
    expect(await entryOf(ben, campaign_id)).toMatchObject({ muted: true, pinned: true, unread_message_count: 2 });
    expect((await ben.call(listSaved, {})).items[0]).toMatchObject({
      address: at(campaign_id),
      message: { message_id, reactions: [{ emoji: '👍', employee_ids: ids(ben) }] },
    });
    const forwarded = { ...to(ben), message_id: uuid(), body: docOf('See'), forward_of: message_id };
    expect((await ben.call(chat.send, forwarded)).message.body).toEqual(docOf('One'));
  });

  test('is pushed with its title, to who has not muted it, and offers no reply', async () => {
    const { owner } = cast;
    const [eva, fay, gil] = await Promise.all([1, 2, 3].map((n) => addPerson(app, owner, { first_name: `P${n}` })));
    const [by, wants, muted] = [eva, fay, gil] as [TestClient, TestClient, TestClient];
    // Nothing that somebody chose for another kind holds here.
    await wants.call(updateSettings, { levels: { direct: 'none', group: 'none', space: 'none' } });
    const campaign_id = await newCampaign(app.app, by, [wants, muted], 'Fire drill');
    await muted.call(marks.updateEntry, { ...at(campaign_id), muted: true });
    const [device, silent] = [await subscribe(service, wants), await subscribe(service, muted)];
    const { message_id, seq } = await announce(app.app, by, campaign_id, 'At noon');
    await told(app);
    const path = `/connect/campaign/${campaign_id}?message=${message_id}&seq=${seq}`;
    expect(pushedOf(service, device)).toMatchObject([
      { title: 'P1 Person in Fire drill', body: 'At noon', navigate: expect.stringContaining(path) },
    ]);
    expect(pushedOf(service, device)[0]?.data).not.toHaveProperty('message');
    expect(pushedOf(service, silent)).toEqual([]);
    const hush = (level: 'none' | null) => wants.call(setLevel, { ...at(campaign_id), level });
    await hush('none');
    await announce(app.app, by, campaign_id, 'At one, rather');
    await told(app);
    expect(pushedOf(service, device)).toHaveLength(1);
    await hush(null);
    await expect(by.call(setLevel, { ...at(nobody), level: 'none' })).rejects.toMatchObject(
      refusedAs('CONVERSATION_NOT_FOUND'),
    );
    const called = await announce(app.app, by, campaign_id, calling('all'));
    await told(app);
    expect((await listed(wants))[0]).toMatchObject({
      kind: 'mention',
      place: 'Fire drill',
      path: `/connect/campaign/${campaign_id}?message=${called.message_id}&seq=${called.seq}`,
    });
  });

  test('sounds in quiet hours where it must be read, by who may say so, and that is on record', async () => {
    const { owner } = cast;
    const [by, sleeps] = await Promise.all([1, 2].map((n) => addPerson(app, owner, { first_name: `Q${n}` })));
    if (!by || !sleeps) throw new Error('nobody');
    const campaign_id = await newCampaign(app.app, by, [sleeps], 'Gas leak');
    const device = await subscribe(service, sleeps);
    await sleeps.call(updateSettings, { paused_until: '2090-01-01T00:00:00Z' });
    await announce(app.app, by, campaign_id, 'Drill next week');
    await told(app);
    expect(pushedOf(service, device)).toEqual([]);
    const refused = insist(app.app, by, campaign_id, 'Out of hall two', ['spaces.manage']);
    await expect(refused).rejects.toMatchObject(refusedAs('NO_PERMISSION'));
    const message_id = uuid();
    for (let times = 0; times < 2; times++)
      await insist(app.app, by, campaign_id, 'Out of hall two, now', ['campaigns.manage'], message_id);
    await told(app);
    expect(pushedOf(service, device)).toMatchObject([{ body: 'Out of hall two, now' }]);
    const { items } = await owner.call(listAudit, { limit: 50 });
    expect(
      items
        .filter(({ action }) => action === 'company.quiet_hours_overridden')
        .map(({ actor_id, detail }) => ({ actor_id, ...detail })),
    ).toEqual([{ actor_id: by.employee_id, campaign_id, message_id }]);
    // What comes after it is quiet again.
    await announce(app.app, by, campaign_id, 'All clear');
    await told(app);
    expect(pushedOf(service, device)).toHaveLength(1);
  });

  test('is there or not with the transaction of whoever opens it, and once for its id', async () => {
    const { owner, ada, ben, stranger } = cast;
    const { db } = app.app.context;
    const campaign_id = uuid();
    const wanted = { campaign_id, campaign_title: 'Once', employee_ids: ids(ada, ben) };
    const message_id = uuid();
    const broken = db.company(ada.company_id, async (tx) => {
      await openCampaign(tx, wanted);
      await postToCampaign(tx, actorOf(ada), { campaign_id, message_id, body: docOf('Never said') });
      throw new Error('Something else went wrong');
    });
    await expect(broken).rejects.toThrow('Something else');
    await expect(read(ben, at(campaign_id))).rejects.toMatchObject(refusedAs('CAMPAIGN_NOT_FOUND'));
    const open = (given: Partial<typeof wanted> = {}) =>
      db.company(ada.company_id, (tx) => openCampaign(tx, { ...wanted, ...given }));
    expect([await open(), await open()]).toEqual([true, false]);
    for (const away of [nobody, stranger.employee_id])
      await expect(open({ campaign_id: uuid(), employee_ids: [...ids(ada), away] })).rejects.toMatchObject(
        refusedAs('EMPLOYEE_NOT_FOUND'),
      );
    // Posted twice it stands there once; and who is not among its people does not post.
    const first = await announce(app.app, ada, campaign_id, 'Said', message_id);
    expect(await announce(app.app, ada, campaign_id, 'Said', message_id)).toEqual(first);
    expect((await read(ben, at(campaign_id))).items).toHaveLength(1);
    await expect(announce(app.app, owner, campaign_id, 'Me')).rejects.toMatchObject(refusedAs('CAMPAIGN_NOT_FOUND'));
  });

  test('keeps what somebody has posted who is gone', async () => {
    const { owner, ben } = cast;
    const dora = await addPerson(app, owner);
    const campaign_id = await newCampaign(app.app, dora, [ben], 'Goodbye');
    await announce(app.app, dora, campaign_id, 'So long');
    await owner.call(remove, { employee_id: dora.employee_id });
    expect((await read(ben, at(campaign_id))).items).toMatchObject([{ sender_id: dora.employee_id }]);
    await expect(newCampaign(app.app, ben, [dora], 'Come back')).rejects.toMatchObject(refusedAs('EMPLOYEE_NOT_FOUND'));
  });
});
