// Pushes as the worker gets them: shown, grouped and taken down; what a tap leads to, and what Reply and Mark read do with every
// page closed.
import type { BrowserContext, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { listConversations, type Message, markRead, react } from '#contract/chat.ts';
import { read as readList } from '#contract/notifications/writes.ts';
import { list } from '#contract/notifications.ts';
import { announce, newCampaign } from '#tests/flows/campaigns.fixture.ts';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { readyOffline, storedOf } from './kit/browser.ts';
import { expectTexts } from './kit/chat.ts';
import { direct, newSpace, newSubSpace, type Person, textsIn, write } from './kit/people.ts';
import { about, payloadOf, type Told } from './kit/push/payload.ts';
import { declarePush, deliverPush, shownBy, tap, windowedBrowser } from './kit/push/push.ts';
import { beside } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { syncInBackground } from './kit/worker.ts';

const executablePath = await windowedBrowser();
test.use({ launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath && { executablePath }) } });

const NOTIFY = { permissions: ['notifications'] };

const unreadOf = async (reader: Person, other: Person): Promise<number | undefined> => {
  const { items } = await reader.api.call(listConversations, {});
  return items.find(({ entity_id }) => entity_id === other.id)?.unread_message_count;
};

/** A page of the origin on which nothing of the app runs. */
async function elsewhere(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/icons/icon-192.png');
  return page;
}

// Some seconds after a start the app asks for an address, which browsers like those of the tests do not give.
test.beforeEach(({ watch }) => watch.allow(/Push API in incognito/));

test('one notification for each conversation: the later takes the place of the earlier and counts; read elsewhere, it goes', {
  tag: '@main',
}, async ({ company, open }) => {
  const { ines, kwame } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const push = async (told: Omit<Told, 'to' | 'company'>) =>
    deliverPush(page, JSON.stringify(payloadOf({ to: ines, company, ...told })));
  const message = {
    message_id: uuid(),
    conversation_id: uuid(),
    seq: 5,
    address: { entity_type: 'employee', entity_id: kwame.id } as const,
  };
  await push({ message, body: 'Five' });
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: Five']);
  await push({ message: { ...message, seq: 6 }, body: 'Six' });
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah (2): Six']);
  // The same again, and one that comes late.
  await push({ message: { ...message, seq: 6 }, body: 'Six' });
  await push({ message: { ...message, seq: 4 }, body: 'Four' });
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah (3): Six']);
  // Five was read elsewhere, Six was not; then it was.
  await push({ message: { ...message, seq: 7 }, body: 'Seven', read_seq: 5 });
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah (4): Seven']);
  await push({ message: { ...message, seq: 8 }, body: 'Eight', read_seq: 7 });
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: Eight']);
  await push({ tag: 't:2', title: 'Ovens', body: 'New', clear: [`c:${message.conversation_id}`] });
  await expect.poll(() => shownBy(page)).toEqual(['Ovens: New']);
});

test('an announcement that comes twice is one; the next one counts', async ({ company, open }) => {
  const page = await open(company.ines, NOTIFY);
  await readyOffline(page);
  const tag = `c:${uuid()}`;
  const payloadAt = (timestamp: number) => {
    const { notification, ...rest } = payloadOf({ to: company.ines, company, tag, title: 'New loading bay' });
    return JSON.stringify({ ...rest, notification: { ...notification, timestamp } });
  };
  const first = payloadAt(Date.now());
  await deliverPush(page, first);
  await expect.poll(() => shownBy(page)).toEqual(['New loading bay: Hello']);
  await deliverPush(page, first);
  await expect.poll(() => shownBy(page)).toEqual(['New loading bay: Hello']);
  await deliverPush(page, payloadAt(Date.now() + 1));
  await expect.poll(() => shownBy(page)).toEqual(['New loading bay (2): Hello']);
});

test('what was read elsewhere while no page was open is taken down at the next start, of every kind', async ({
  server,
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const news = await beside(server, async (runs) => {
    const campaign_id = await newCampaign(runs, kwame.api, [ines.api], 'New loading bay');
    return announce(runs, kwame.api, campaign_id, 'It opens on Monday');
  });
  const space = await newSpace(ines, 'Ovens', [kwame]);
  const mine = await write(ines, { entity_type: 'space', entity_id: space }, 'Mine');
  const read = await write(kwame, { entity_type: 'employee', entity_id: ines.id }, 'The seal is on order');
  const answer = await write(kwame, { entity_type: 'thread', entity_id: mine.message_id }, 'Thanks');
  const unread = await write(kwame, { entity_type: 'space', entity_id: space }, 'Which ovens?');
  await kwame.api.call(react, { message_id: mine.message_id, emoji: '🎉' });
  const reaction = async () => (await ines.api.call(list, {})).items.find(({ kind }) => kind === 'reaction');
  await expect.poll(reaction).toBeDefined();
  const { notification_id = '' } = (await reaction()) ?? {};
  const thread = { ...about(kwame, answer), address: { entity_type: 'thread', entity_id: mine.message_id } as const };
  for (const told of [
    { title: 'Direct', message: about(kwame, read) },
    { title: 'Space', message: about(kwame, unread) },
    { title: 'Thread', message: thread },
    { title: 'Reaction', tag: `r:${mine.message_id}`, notification_id },
    { title: 'Summary', tag: 's' },
    { title: 'News', tag: `c:${news.conversation_id}` },
  ])
    await deliverPush(page, JSON.stringify(payloadOf({ to: ines, company, body: 'New', ...told })));
  await expect.poll(() => shownBy(page)).toHaveLength(6);
  const next = await elsewhere(page.context());
  await page.close();
  for (const { conversation_id, seq } of [read, answer, news])
    await ines.api.call(markRead, { conversation_id, read_seq: seq });
  await ines.api.call(readList, { until: new Date().toISOString() });
  await next.goto('/connect');
  // The summary still stands for what waits.
  await expect.poll(() => shownBy(next), { timeout: 40_000 }).toEqual(['Space: New', 'Summary: New']);
  await ines.api.call(markRead, { conversation_id: unread.conversation_id, read_seq: unread.seq });
  await expect.poll(() => shownBy(next)).toEqual([]);
});

test('the icon is the company’s, or else the app’s own; where it cannot be fetched, the words are there', async ({
  server,
  company,
  open,
}) => {
  const { ines } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const push = (told: Pick<Told, 'tag' | 'title' | 'icon'>) =>
    deliverPush(page, JSON.stringify(payloadOf({ to: ines, company, ...told })));
  const icons = () =>
    page.evaluate(async () => {
      const all = (await (await navigator.serviceWorker.ready).getNotifications()) as (Notification & {
        badge: string;
      })[];
      return Object.fromEntries(all.map(({ title, icon, badge }) => [title, [icon, badge]]));
    });
  const own = [`${server.url}/icons/icon-192.png`, `${server.url}/icons/monochrome-512.png`];
  const icon = `${server.url}/api/files/${company.id}/logo.png?icon=192`;
  await push({ tag: 't:1', title: 'Without' });
  await push({ tag: 't:2', title: 'With', icon });
  await server.kill();
  await push({ tag: 't:3', title: 'Offline', icon });
  // A picture is no silhouette for the bar of the system, and ours would be another's.
  await expect.poll(icons).toEqual({ Without: own, With: [icon, ''], Offline: [icon, ''] });
});

test('what cannot be read, and what is for somebody else, is shown without a word of it', async ({ company, open }) => {
  const { ines, kwame } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  await deliverPush(page, 'no JSON');
  await expect.poll(() => shownBy(page)).toEqual(['Limelight: There is something new.']);
  await deliverPush(page, JSON.stringify(payloadOf({ to: kwame, company, body: 'Not for Ines' })));
  await expect
    .poll(() => shownBy(page))
    .toEqual(['Limelight: Something new for somebody who is signed out here.', 'Limelight: There is something new.']);
});

test('a browser that shows pushes by itself is told the same by the worker, and what it cannot read is left to it', async ({
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const conversation_id = uuid();
  const address = { entity_type: 'employee', entity_id: kwame.id } as const;
  const payload = (seq: number, body: string, clear: string[] = []) =>
    payloadOf({ to: ines, company, body, clear, message: { message_id: uuid(), conversation_id, seq, address } });
  expect(await declarePush(page, payload(5, 'Five'))).toBe(true);
  expect(await declarePush(page, payload(6, 'Six'))).toBe(true);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah (2): Six']);
  const other = payloadOf({
    to: ines,
    company,
    tag: 't:2',
    title: 'Ovens',
    body: 'New',
    clear: [`c:${conversation_id}`],
  });
  expect(await declarePush(page, other)).toBe(true);
  await expect.poll(() => shownBy(page)).toEqual(['Ovens: New']);
  const { notification } = other;
  const foreign = { ...other, notification: { ...notification, data: {} as (typeof notification)['data'] } };
  expect(await declarePush(page, foreign)).toBe(false);
  expect(await declarePush(page, payloadOf({ to: kwame, company, body: 'Not for Ines' }))).toBe(true);
  await expect
    .poll(() => shownBy(page))
    .toEqual(['Limelight: Something new for somebody who is signed out here.', 'Ovens: New']);
});

test('a device that has lost its database takes nobody for signed out', async ({ company, open }) => {
  const page = await open(company.ines, NOTIFY);
  await readyOffline(page);
  const blank = await elsewhere(page.context());
  await page.close();
  const cdp = await blank.context().newCDPSession(blank);
  const { origin } = new URL(blank.url());
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await deliverPush(blank, JSON.stringify(payloadOf({ to: company.ines, company })));
  await expect.poll(() => shownBy(blank)).toEqual(['Limelight: There is something new.']);
});

test.describe('a tap leads to the exact place', () => {
  let path: string;
  test.beforeEach(async ({ company: { ines, kwame } }) => {
    const space = await newSpace(ines, 'Ovens', [kwame]);
    const sub = await newSubSpace(ines, space, 'Repairs');
    path = `/connect/space/${space}/sub-space/${sub}`;
    await write(kwame, { entity_type: 'space', entity_id: space, sub_space_id: sub }, 'The seal is on order');
  });

  test('in the open window, without a reload, online and offline', { tag: '@main' }, async ({
    server,
    company,
    open,
  }) => {
    const { ines } = company;
    const page = await open(ines, { ...NOTIFY, path });
    await expectTexts(page, ['The seal is on order']);
    await expect.poll(() => storedOf(page, ['The seal is on order\\",\\"type\\":\\"text\\"}]'])).toHaveLength(1);
    await readyOffline(page);
    const go = async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
      await deliverPush(page, JSON.stringify(payloadOf({ to: ines, company, path })));
      await expect.poll(() => shownBy(page)).toHaveLength(1);
      await tap(page);
      await expectTexts(page, ['The seal is on order']);
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    };
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await go();
    await server.kill();
    await go();
  });

  test('in a window that does not answer', async ({ company, open }) => {
    const { ines } = company;
    const page = await open(ines, { ...NOTIFY, path });
    await readyOffline(page);
    // One of ours in which the app is not: as it is where the app is starting only, or hangs.
    const silent = await page.context().newPage();
    await silent.goto('/manifest.webmanifest');
    await page.close();
    await deliverPush(silent, JSON.stringify(payloadOf({ to: ines, company, path })));
    await expect.poll(() => shownBy(silent)).toHaveLength(1);
    expect(await tap(silent)).toEqual({ opened: [] });
    await expectTexts(silent, ['The seal is on order']);
    expect(new URL(silent.url()).pathname).toBe(path);
  });

  test('with every window closed, offline', async ({ server, company, open }) => {
    const { ines } = company;
    const page = await open(ines, { ...NOTIFY, path });
    await expectTexts(page, ['The seal is on order']);
    await expect.poll(() => storedOf(page, ['The seal is on order\\",\\"type\\":\\"text\\"}]'])).toHaveLength(1);
    await readyOffline(page);
    const context = page.context();
    const blank = await elsewhere(context);
    await page.close();
    await deliverPush(blank, JSON.stringify(payloadOf({ to: ines, company, path })));
    await expect.poll(() => shownBy(blank)).toHaveLength(1);
    await server.kill();
    // The browser opens no window from a tap that nobody made: what the worker asks it for is opened here.
    const asked = await tap(blank);
    expect(asked.opened).toEqual([path]);
    const start = await context.newPage();
    await start.goto(asked.opened[0] ?? '');
    await expectTexts(start, ['The seal is on order']);
  });
});

test.describe('with every page closed', () => {
  test('Reply and Mark read go to the server at once', async ({ company, open }) => {
    const { ines, kwame } = company;
    const first = await write(kwame, direct(ines), 'Coffee?');
    const page = await open(ines, NOTIFY);
    await readyOffline(page);
    const blank = await elsewhere(page.context());
    await page.close();
    const push = (one: Message) =>
      deliverPush(blank, JSON.stringify(payloadOf({ to: ines, company, message: about(kwame, one) })));
    await push(first);
    await expect.poll(() => shownBy(blank)).toHaveLength(1);
    await tap(blank, { action: 'reply', reply: 'In five minutes' });
    await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['Coffee?', 'In five minutes']);

    const second = await write(kwame, direct(ines), 'Take your time');
    await push(second);
    await expect.poll(() => shownBy(blank)).toHaveLength(1);
    await tap(blank, { action: 'read' });
    await expect.poll(() => unreadOf(ines, kwame)).toBe(0);
    await expect.poll(() => shownBy(blank)).toEqual([]);
  });

  test('without a server they wait: a page that starts shows them, and Background Sync sends them', async ({
    server,
    company,
    open,
  }) => {
    const { ines, kwame } = company;
    const first = await write(kwame, direct(ines), 'Coffee?');
    const page = await open(ines, { ...NOTIFY, path: `/connect/employee/${kwame.id}` });
    await expectTexts(page, ['Coffee?']);
    await expect.poll(() => storedOf(page, ['Coffee?\\",\\"type\\":\\"text\\"}]'])).toHaveLength(1);
    await readyOffline(page);
    const context = page.context();
    const blank = await elsewhere(context);
    await page.close();
    await server.kill();
    await deliverPush(blank, JSON.stringify(payloadOf({ to: ines, company, message: about(kwame, first) })));
    await expect.poll(() => shownBy(blank)).toHaveLength(1);
    await tap(blank, { action: 'reply', reply: 'In five minutes' });
    await expect.poll(() => storedOf(blank, ['In five minutes'])).toHaveLength(1);

    const start = await context.newPage();
    await start.goto(`/connect/employee/${kwame.id}`);
    await expectTexts(start, ['Coffee?', 'In five minutes']);
    await start.close();
    await server.start();
    await syncInBackground(blank, 'outbox');
    await expect.poll(() => textsIn(kwame, direct(ines))).toEqual(['Coffee?', 'In five minutes']);
  });
});
