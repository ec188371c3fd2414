// What becomes of a draft, in the browser: one that the server does not take, what was sent from a field that was left at once, and
// what is written on another device into a field with nothing in it.
import type { Locator, Page } from 'playwright/test';
import * as drafts from '#contract/chat/drafts.ts';
import * as scheduled from '#contract/chat/scheduled.ts';
import { docOf } from '#contract/rich-text.ts';
import { NO_WORKER } from './kit/browser.ts';
import { composer, expectTexts, message, openDirect, type } from './kit/chat.ts';
import { direct, newColleague, type Person, textsIn, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

test.use(NO_WORKER);

const listed = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Conversations', exact: true }).getByRole('link', { name });
const draftsOf = async (person: Person) => (await person.api.call(drafts.listDrafts, {})).items.map(({ body }) => body);

async function turnTo(page: Page, name: string): Promise<void> {
  await listed(page, new RegExp(name)).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Two colleagues who have written to Ines. */
async function colleagues(server: Server, { ines, kwame }: { ines: Person; kwame: Person }): Promise<void> {
  const ada = await newColleague(server, ines, 'Ada', 'Quaye');
  for (const one of [kwame, ada]) await write(one, direct(ines), 'Hello');
}

/** Nothing is stored in the outbox until `free`: its disk is slow, as far as the app can tell. */
async function blockOutbox(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.startsWith('limelight-outbox:')) ?? {};
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.addEventListener('success', done));
    const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox');
    let isBlocked = true;
    addEventListener('free', () => (isBlocked = false), { once: true });
    // A transaction goes on as long as something is asked in it.
    const ask = (): void => {
      store.count().addEventListener('success', () => (isBlocked ? ask() : opening.result.close()));
    };
    await new Promise<void>((done) => {
      store.count().addEventListener('success', () => {
        ask();
        done();
      });
    });
  });
  return () => page.evaluate(() => void dispatchEvent(new Event('free')));
}

test('what the server does not take stays on the device as it was typed, and is looked at again once it is another', async ({
  open,
  server,
  watch,
  company,
}) => {
  const { ines, kwame } = company;
  await colleagues(server, company);
  const page = await open(ines);
  await test.step('too long for a message', async () => {
    await openDirect(page, kwame);
    await composer(page).click();
    await page.keyboard.insertText('x'.repeat(10_001));
    await turnTo(page, 'Ada Quaye');
    await type(page, 'For Ada');
    await expect.poll(() => draftsOf(ines)).toEqual([docOf('For Ada')]);
    await openDirect(page, kwame);
    await expect(composer(page)).toHaveText('x'.repeat(10_001));
    await composer(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Backspace');
    await expect.poll(() => draftsOf(ines)).toContainEqual(docOf('x'.repeat(10_000)));
  });
  watch.allow(/status of 409/);
  await test.step('too many', async () => {
    await server.sql('DELETE FROM draft WHERE employee_id = $1', [ines.id]);
    await server.sql(
      `INSERT INTO draft (company_id, employee_id, address, body, typed_at)
       SELECT company_id, employee_id, jsonb_build_object('entity_type', 'employee', 'entity_id', gen_random_uuid()),
              '{"type":"doc","content":[]}', now()
       FROM employee, generate_series(1, 1000) WHERE employee_id = $1`,
      [ines.id],
    );
    const refused = page.waitForResponse((answer) => answer.status() === 409);
    await composer(page).fill('Kept here');
    await refused;
    await openDirect(page, kwame);
    await expect(composer(page)).toHaveText('Kept here');
  });
  await test.step('and room again', async () => {
    await server.sql('DELETE FROM draft WHERE employee_id = $1', [ines.id]);
    await turnTo(page, 'Ada Quaye');
    await composer(page).fill('For Ada once more');
    await expect.poll(() => draftsOf(ines)).toEqual([docOf('For Ada once more')]);
    await turnTo(page, 'Kwame Mensah');
    await type(page, '!');
    await expect.poll(() => draftsOf(ines)).toContainEqual(docOf('Kept here!'));
  });
});

test('whoever sends and leaves at once finds there what was typed after it, and nothing of what was sent', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await colleagues(server, company);
  const page = await open(ines);
  await openDirect(page, kwame);
  for (const [sent, more, isBack] of [
    ['One', ' and more', false],
    ['Two', '', true],
  ] as const) {
    await composer(page).fill(sent);
    await expect.poll(() => draftsOf(ines)).toContainEqual(docOf(sent));
    const free = await blockOutbox(page);
    await composer(page).press('End');
    await page.keyboard.press('Enter');
    await expect(message(page, sent)).toBeVisible();
    await page.keyboard.type(more);
    await turnTo(page, 'Ada Quaye');
    await expect(listed(page, new RegExp(`Draft: ${sent}`))).toBeVisible();
    if (isBack) {
      await turnTo(page, 'Kwame Mensah');
      await expect(composer(page)).toHaveText(sent);
    }
    await free();
    if (!isBack) await turnTo(page, 'Kwame Mensah');
    await expect(composer(page)).toHaveText(more.trim());
    await expect.poll(() => draftsOf(ines)).toEqual([more ? docOf(more) : null]);
    await expect.poll(() => textsIn(kwame, direct(ines))).toContain(sent);
  }
  await expectTexts(page, ['Hello', 'One', 'Two']);
});

test('what is written elsewhere comes into a field that sending has emptied, and into one that is left', async ({
  open,
  company: { ines, kwame },
}) => {
  await write(kwame, direct(ines), 'Hello');
  const page = await open(ines);
  await openDirect(page, kwame);
  await type(page, 'Sent');
  await page.keyboard.press('Enter');
  await expectTexts(page, ['Hello', 'Sent']);
  await expect.poll(() => draftsOf(ines)).not.toContainEqual(docOf('Sent'));
  await expect(composer(page)).toHaveText('');
  await expect(composer(page)).toBeFocused();
  const elsewhere = (text: string) =>
    ines.api.call(drafts.keepDraft, { ...direct(kwame), body: docOf(text), typed_at: new Date().toISOString() });
  await elsewhere('From the phone');
  await expect(composer(page)).toHaveText('From the phone');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('!');
  await expect.poll(() => draftsOf(ines)).toEqual([docOf('From the phone!')]);
  await elsewhere('From the tablet');
  await expect(listed(page, /Draft: From the tablet/)).toBeVisible();
  await expect(composer(page)).toHaveText('From the phone!');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(composer(page)).toHaveText('From the tablet');
});

test('what is scheduled behind a message that is being stored is an answer, and the next one is none', async ({
  open,
  server,
  company,
}) => {
  const { ines, kwame } = company;
  await colleagues(server, company);
  const page = await open(ines);
  await openDirect(page, kwame);
  // What is sent before the editor is here has no links.
  await expect(page.locator('.ll-composer-rich')).toBeVisible();
  await type(page, 'First');
  const free = await blockOutbox(page);
  await page.keyboard.press('Enter');
  await expect(message(page, 'First')).toBeVisible();
  await message(page, 'Hello').hover();
  await message(page, 'Hello').getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(page.locator('.ll-reply')).toBeVisible();
  await page.keyboard.type('See www.example.com');
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow, 09:00/ }).click();
  await free();
  await expect(composer(page)).toHaveText('');
  await expect(page.getByText(/^Scheduled: Tomorrow, 09:00/)).toBeVisible();
  await expect(page.locator('.ll-reply')).toHaveCount(0);
  const waiting = async () => (await ines.api.call(scheduled.listScheduled, {})).items;
  await expect.poll(waiting).toHaveLength(1);
  const [one] = await waiting();
  expect(one?.reply_to).not.toBeNull();
  // Nothing follows that would have made a link of it.
  const href = 'https://www.example.com/';
  const words = [
    { type: 'text', text: 'See ' },
    { type: 'text', text: 'www.example.com', marks: [{ type: 'link', attrs: { href } }] },
  ];
  expect(one?.body.content).toEqual([{ type: 'paragraph', content: words }]);
});
