// Pushes that reach an app that is open: what is read is taken down, whichever of the two comes first, and the number on the icon is
// the app's again.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { type Message, markRead } from '#contract/chat.ts';
import { announce, newCampaign } from '#tests/flows/campaigns.fixture.ts';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { readyOffline } from './kit/browser.ts';
import { type Company, direct, type Person, write } from './kit/people.ts';
import { about, payloadOf, type Told } from './kit/push/payload.ts';
import { deliverPush, windowedBrowser } from './kit/push/push.ts';
import { beside } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const executablePath = await windowedBrowser();
test.use({ launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath && { executablePath }) } });

// Some seconds after a start the app asks for an address, which browsers like those of the tests do not give.
test.beforeEach(({ watch }) => watch.allow(/Push API in incognito/));

const NOTIFY = { permissions: ['notifications'], path: '/connect' };

const pushTo = (page: Page, company: Company) => (told: Omit<Told, 'to' | 'company'>) =>
  deliverPush(page, JSON.stringify(payloadOf({ to: company.ines, company, ...told })));

const readBy = (reader: Person, { conversation_id, seq }: Message) =>
  reader.api.call(markRead, { conversation_id, read_seq: seq });

/** In the list, by whomever it is from. */
const unread = (page: Page) => page.getByRole('navigation', { name: 'Conversations' }).getByText('1 unread');

/** Titles of what this page takes down, each once, as it does: after a while the browser takes away by itself what stands there. */
async function takenDownBy(page: Page): Promise<readonly string[]> {
  const taken: string[] = [];
  // The look at a start may be at it at the same time.
  await page.exposeFunction('tellTaken', (title: string) => taken.includes(title) || taken.push(title));
  await page.evaluate(() => {
    const { tellTaken } = window as unknown as { tellTaken(title: string): void };
    const { close } = Notification.prototype;
    Notification.prototype.close = function taking(this: Notification) {
      tellTaken(this.title);
      close.call(this);
    };
  });
  return taken;
}

test('what comes when it is read already is taken down; what is unread stays', async ({ company, open }) => {
  const { ines, kwame } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const push = pushTo(page, company);
  const taken = await takenDownBy(page);
  // More than once: the first may be taken down by the look that follows a start.
  for (const title of ['One', 'Two']) {
    const message = await write(kwame, direct(ines), title);
    await expect(unread(page)).toBeVisible();
    await readBy(ines, message);
    await expect(unread(page)).toHaveCount(0);
    await push({ message: about(kwame, message), title });
    await expect.poll(() => taken).toContain(title);
  }
  const three = await write(kwame, direct(ines), 'Three');
  await push({ message: about(kwame, three), title: 'Three' });
  // Of an entry that is there no more.
  await push({ tag: 'r:1', title: 'Reaction', notification_id: uuid() });
  await expect.poll(() => taken).toEqual(['One', 'Two', 'Reaction']);
});

test('an announcement goes when it is read to its end elsewhere', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  const title = 'New loading bay';
  const [first, second] = await beside(server, async (runs) => {
    const campaign_id = await newCampaign(runs, kwame.api, [ines.api], title);
    const say = (text: string) => announce(runs, kwame.api, campaign_id, text);
    return [await say('It opens on Monday'), await say('Questions? Ask at the gate')] as const;
  });
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const push = pushTo(page, company);
  const taken = await takenDownBy(page);
  const announcement = { tag: `c:${first.conversation_id}`, title };
  await push(announcement);
  await readBy(ines, first);
  await expect(unread(page)).toBeVisible();
  // The same look takes this one down, and leaves the other.
  await push({ tag: 'r:1', title: 'Reaction', notification_id: uuid() });
  await expect.poll(() => taken).toEqual(['Reaction']);
  await push(announcement);
  await readBy(ines, second);
  await expect.poll(() => taken.at(-1)).toContain(title);
});

test('the number on the icon is the app’s again, after a push and when the page is seen again', async ({
  company,
  open,
}) => {
  const { ines } = company;
  const page = await open(ines, NOTIFY);
  await readyOffline(page);
  const told: number[] = [];
  await page.context().exposeFunction('tellBadge', (count: number) => told.push(count));
  await page.context().addInitScript(() => {
    const { tellBadge } = window as unknown as { tellBadge(count: number): Promise<void> };
    Object.assign(navigator, { setAppBadge: (count: number) => tellBadge(count), clearAppBadge: () => tellBadge(0) });
  });
  await page.reload();
  await expect.poll(() => told).toEqual([0]);
  // It says 3.
  await pushTo(page, company)({ tag: 't:1' });
  await expect.poll(() => told).toEqual([0, 0]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => told).toEqual([0, 0, 0]);
});
