// What was written without a connection: it survives everything short of deleting it, goes out once and in order, and belongs
// to the one who wrote it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import * as people from '#contract/people.ts';
import { noFaults, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { readyOffline, signInByPage, signInHere, storedOf } from './kit/browser.ts';
import { composer, expectTexts, message, offlineBanner, openDirect, react, reaction, say, type } from './kit/chat.ts';
import { startOwnBrowser } from './kit/own-browser.ts';
import { direct, freshSession, newSpace, type Person, textsIn, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** What one person has sent another, as the other's account has it on the server. */
const arrived = (to: Person, from: Person) => expect.poll(() => textsIn(to, direct(from)));

/** Where a page asks for the messages of a conversation. */
const MESSAGES = '**/chat/message/list?*';

test('the browser is killed while messages wait', { tag: '@main' }, async ({
  server,
  company: { ines, kwame },
  watch,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const address = `${server.url}/connect/employee/${kwame.id}`;
  let browser = await startOwnBrowser(profile);
  const openPage = async () => {
    watch.over(browser.context);
    return browser.context.newPage();
  };
  try {
    await test.step('yesterday she signed in', async () => {
      const page = await openPage();
      await signInHere(page, server, ines);
      await page.goto(address);
      await readyOffline(page);
      await expect(composer(page)).toBeVisible();
      await expect.poll(() => storedOf(page, [kwame.first])).toHaveLength(1);
      // Browsers take their time to write down small things such as cookies: in real life they have had it.
      await browser.close();
    });
    await test.step('today she writes without a connection, and the browser dies', async () => {
      await server.kill();
      browser = await startOwnBrowser(profile);
      const page = await openPage();
      await page.goto(address);
      for (const text of ['one', 'two', 'three']) await say(page, text);
      await expect(message(page, 'three').getByText('Queued')).toBeVisible();
      await expect.poll(() => storedOf(page, ['"text":"three"'])).toHaveLength(1);
      await browser.kill();
    });
    await test.step('another start sends everything', async () => {
      await server.start();
      browser = await startOwnBrowser(profile);
      const page = await openPage();
      await page.goto(address);
      await expectTexts(page, ['one', 'two', 'three']);
      await arrived(kwame, ines).toEqual(['one', 'two', 'three']);
    });
  } finally {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  }
});

test('the access token runs out while messages wait: it is renewed, and they are sent once', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 401/);
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await server.kill();
  await say(page, 'one');
  await say(page, 'two');
  await server.sql("UPDATE access_token SET expires_at = now() - interval '1 minute' WHERE company_id = $1", [
    ines.api.company_id,
  ]);
  await server.start();
  const kwameAgain = { ...kwame, api: await freshSession(server, kwame) };
  await arrived(kwameAgain, ines).toEqual(['one', 'two']);
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  await expectTexts(page, ['one', 'two']);
});

test('the session ends while messages wait: nobody else sees or sends them, their writer does', {
  tag: '@main',
}, async ({ server, company: { ines, kwame }, open, watch }) => {
  watch.allow(/status of 40[13]/);
  const page = await open(ines);
  await openDirect(page, kwame);
  await readyOffline(page);
  await server.kill();
  await say(page, 'written by Ines');
  await say(page, 'and this, too');
  await server.sql('UPDATE session SET ended_at = now() WHERE company_id = $1 AND employee_id = $2', [
    ines.api.company_id,
    ines.id,
  ]);
  await server.start();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();

  await test.step('Kwame signs in on the same device', async () => {
    await signInByPage(page, kwame);
    await openDirect(page, ines);
    await expectTexts(page, []);
    await expect(page.getByText('written by Ines')).toHaveCount(0);
    await say(page, 'Kwame here');
    await arrived(kwame, ines).toEqual(['Kwame here']);
    // Before this side knows it too, leaving is asked about.
    await expect(message(page, 'Kwame here').getByLabel('Sent')).toBeVisible();
    await logOut(page);
  });

  await test.step('Ines signs in again', async () => {
    await signInByPage(page, ines);
    await openDirect(page, kwame);
    await expectTexts(page, ['Kwame here', 'written by Ines', 'and this, too']);
    await arrived(kwame, ines).toEqual(['Kwame here', 'written by Ines', 'and this, too']);
  });
});

test('two tabs: one outbox, one sender, in the order of writing', { tag: '@main' }, async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  await write(kwame, direct(ines), 'hello');
  const left = await open(ines);
  await openDirect(left, kwame);
  const right = await left.context().newPage();
  await openDirect(right, kwame);
  for (const page of [left, right]) await expectTexts(page, ['hello']);
  await readyOffline(left);
  await server.kill();

  const order = ['left one', 'right two', 'left three', 'right four'];
  for (const text of order) await say(text.startsWith('left') ? left : right, text);
  await expectTexts(left, ['hello', ...order]);
  await expectTexts(right, ['hello', ...order]);
  await react(right, 'hello', /thumbs up/);
  await expect(reaction(left, 'hello', /thumbs up, 1, you reacted/)).toBeVisible();

  // Woken by the browser the worker may be the one that sends, and this is about the tabs.
  for (const page of [left, right])
    await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  const senders: Page[] = [];
  left.context().on('response', (response) => {
    if (response.url().endsWith('/api/chat/message/new')) senders.push(response.frame().page());
  });
  await server.start();
  await arrived(kwame, ines).toEqual(['hello', ...order]);
  // What the server has, this side may be told of a moment later.
  await expect.poll(() => senders.length).toBe(order.length);
  expect(new Set(senders).size, 'tabs that sent').toBe(1);
  for (const page of [left, right]) {
    await expectTexts(page, ['hello', ...order]);
    await expect(message(page, 'right four').getByLabel('Sent')).toBeVisible();
    await expect(reaction(page, 'hello', /thumbs up, 1, you reacted/)).toBeVisible();
  }

  await test.step('with a connection, too', async () => {
    await react(left, 'right two', /fire/);
    await expect(reaction(right, 'right two', /fire, 1, you reacted/)).toBeVisible();
  });
});

test('the answer is lost after the server has stored the message: it is there once', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  await using proxy = await startFaultProxy(server.url, randomFrom(1));
  watch.cutsConnections = true;
  const page = await open(ines, { place: proxy });
  await openDirect(page, kwame);
  await say(page, 'before');
  await expect(message(page, 'before').getByLabel('Sent')).toBeVisible();

  proxy.faults = { ...noFaults, loseAnswer: 1 };
  await say(page, 'stored, but nobody said so');
  await arrived(kwame, ines).toEqual(['before', 'stored, but nobody said so']);
  await expect.poll(() => proxy.counts['loseAnswer'] ?? 0).toBeGreaterThan(0);
  proxy.faults = noFaults;
  await say(page, 'after');
  await arrived(kwame, ines).toEqual(['before', 'stored, but nobody said so', 'after']);
  await expectTexts(page, ['before', 'stored, but nobody said so', 'after']);
  await expect(message(page, 'after').getByLabel('Sent')).toBeVisible();
  await expect(message(page, 'stored, but nobody').getByLabel('Sent')).toBeVisible();
});

test('a conversation that was never opened here can be written in without a connection', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  await write(kwame, direct(ines), 'long ago');
  watch.cutsConnections = true;
  const page = await open(ines, { path: 'about:blank' });
  // What is said in the latest conversations is read ahead after two seconds; not here.
  await page.route(MESSAGES, (route) => route.abort());
  await page.goto('/');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await expect(list.getByRole('link', { name: /Kwame Mensah/ })).toBeVisible();
  await readyOffline(page);
  await server.kill();
  // It moves down what is clicked next.
  await expect(offlineBanner(page)).toBeVisible();
  await list.getByRole('link', { name: /Kwame Mensah/ }).click();
  await say(page, 'written all the same');
  await expect(page.getByText('Not on this device yet')).toBeVisible();
  await expectTexts(page, ['written all the same']);
  // Connected again, and what was said before takes its time: what one wrote does not go in between.
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((done) => {
    answer = done;
  });
  await page.unroute(MESSAGES);
  await page.route(MESSAGES, async (route) => {
    await wait;
    await route.continue();
  });
  await server.start();
  await arrived(kwame, ines).toEqual(['long ago', 'written all the same']);
  await expect(offlineBanner(page)).toBeHidden();
  await expectTexts(page, ['written all the same']);
  answer();
  await expectTexts(page, ['long ago', 'written all the same']);
});

test('what the server refuses stays, with the reason, to try again or to delete', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 404/);
  watch.cutsConnections = true;
  const page = await open(ines);
  await openDirect(page, kwame);
  await page.context().setOffline(true);
  await say(page, 'please try again');
  await say(page, 'please forget');
  await setStatus(ines, kwame, 'INACTIVE');
  await page.context().setOffline(false);

  const again = message(page, 'please try again');
  const forget = message(page, 'please forget');
  await expect(again).toContainText('Not sent. This colleague cannot be written to any more.');
  await expect(forget).toContainText('Not sent.');
  await page.reload();
  await expect(again).toContainText('Not sent.');
  await askToLogOut(page);
  const question = page.getByRole('dialog', { name: 'Log out before everything is sent?' });
  await expect(question).toContainText('2 changes have not been sent yet.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await forget.getByRole('button', { name: 'Delete' }).click();
  await expect(forget).toHaveCount(0);

  await setStatus(ines, kwame, 'ACTIVE');
  await again.getByRole('button', { name: 'Try again' }).click();
  await expect(again.getByLabel('Sent', { exact: true })).toBeVisible();
  await expect(again).not.toContainText('Not sent');
  expect(await textsIn(ines, direct(kwame))).toEqual(['please try again']);
});

test('logging out by hand asks when something is unsent, and leaves nothing behind', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const space = await newSpace(ines, 'canary-space', [kwame]);
  await write(kwame, { entity_type: 'space', entity_id: space }, 'canary-read');
  await write(kwame, direct(ines), 'canary-heard');
  const page = await open(ines);
  await page.goto(`/connect/space/${space}`);
  await expectTexts(page, ['canary-read']);
  await openDirect(page, kwame);
  await expectTexts(page, ['canary-heard']);
  await readyOffline(page);
  await expect.poll(() => storedOf(page, ['canary-read', 'canary-heard'])).toHaveLength(2);
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userSession') ?? '{}').access_token as string,
  );
  await server.kill();
  await say(page, 'canary-unsent');
  await type(page, 'canary-draft');
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText(/^Saved copy · updated/)).toBeVisible();

  await askToLogOut(page);
  const question = page.getByRole('dialog', { name: 'Log out before everything is sent?' });
  await expect(question).toContainText('1 change has not been sent yet.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(message(page, 'canary-unsent')).toBeVisible();

  await askToLogOut(page);
  await question.getByRole('button', { name: 'Log out and delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  // Which session it was stays, so that it cannot come back (leaving.e2e.ts); nobody gets in with that.
  await expect.poll(() => storedOf(page, ['canary', ines.id, ines.email, kwame.id, kwame.first, token])).toEqual([]);

  await server.start();
  await page.goto(`/connect/employee/${kwame.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(await textsIn(ines, direct(kwame))).toEqual(['canary-heard']);
});

test('what another tab writes while one is asked to log out, and no question comes, is sent at their return', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const left = await open(ines);
  const deafen = await withDeafness(left);
  await openDirect(left, kwame);
  const right = await left.context().newPage();
  await openDirect(right, kwame);
  await readyOffline(left);
  await server.kill();
  await left.getByRole('button', { name: /account of/ }).click();
  const item = left.getByRole('menuitem', { name: 'Log out' });
  await expect(item).toBeVisible();
  await deafen();
  await say(right, 'said at the door');
  await item.click();
  for (const page of [left, right])
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await right.close();
  // The tab that sends gets no key. The one that opens then gets back what was locked away, and does not send.
  await left.route('**/auth/seal/keys', (route) => route.abort());
  await server.start();
  await signInByPage(left, ines);
  await write(kwame, direct(ines), 'are you there?');
  await expect(left.getByRole('link', { name: kwame.name })).toBeVisible();
  await left
    .context()
    .newPage()
    .then((later) => later.goto('/connect'));
  await arrived(kwame, ines).toEqual(['are you there?', 'said at the door']);
});

/** Once it is called, the document does not hear what other tabs write: as if that came a moment too late. */
async function withDeafness(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const Real = BroadcastChannel;
    globalThis.BroadcastChannel = class extends Real {
      constructor(name: string) {
        super(name);
        this.addEventListener('message', (event) => {
          const isDeaf = 'deaf' in globalThis && (event.data as { type?: unknown }).type === 'outbox';
          if (isDeaf) event.stopImmediatePropagation();
        });
      }
    };
  });
  return () => page.evaluate(() => Object.assign(globalThis, { deaf: true }) && undefined);
}

const setStatus = (by: Person, { id: employee_id }: Person, status: 'ACTIVE' | 'INACTIVE') =>
  by.api.call(people.setStatus, { employee_id, status });

async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

async function logOut(page: Page): Promise<void> {
  await askToLogOut(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
}
