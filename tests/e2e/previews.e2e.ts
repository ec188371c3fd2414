// Previews of links: switched on for the company, shown live and offline, and taken away again. No page of the outside is
// opened here: the company has found them already (how they are found: tests/flows/chat-previews.test.ts).
import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { RichText } from '#contract/rich-text.ts';
import { draw } from '#server/features/files/previews/draw.ts';
import { png } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { holdBack, NO_WORKER, PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { composer, message, offlineBanner, openDirect, openSpace, type } from './kit/chat.ts';
import { drawn } from './kit/files.ts';
import { type Company, direct, newSpace, type Person } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';
import { untilAtRest } from './kit/watching/rest.ts';

const BREAD = 'https://bakery.example/bread';
const LONG = 'https://www.a-rather-long-name-of-a-company.example/reports/2026?q=ovens';
const pages: Readonly<Record<string, object>> = {
  [BREAD]: {
    title: 'Sourdough for a crew of forty',
    description: 'How the night shift feeds its starter, and what to do when it does not rise.',
    site_name: 'The Bakery',
  },
  [LONG]: {
    title: `Annual report on ovens, proofers and everything that is warm ${'and much more '.repeat(6)}`.trim(),
    description: `Figures${' that go on and on'.repeat(14)}`,
    site_name: '',
  },
};

const KEPT = `INSERT INTO link_page (company_id, digest, page, passing, picture, picture_width, picture_height, kept_until)
  VALUES ($1, $2, $3, false, $4, 600, 400, now() + interval '1 day')`;

async function foundBefore(server: Server, { id }: Company): Promise<void> {
  const picture = await draw(png(600, 400));
  for (const [url, page] of Object.entries(pages))
    await server.sql(KEPT, [id, createHash('sha256').update(url).digest(), page, url === BREAD ? picture : null]);
}

const allow = ({ ines }: Company, link_previews: boolean) =>
  ines.api.call(company.update, { settings: { link_previews } });
const linked = (words: string, ...urls: string[]): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: words },
        ...urls.flatMap((href) => [
          { type: 'text' as const, text: ' ' },
          { type: 'text' as const, text: href, marks: [{ type: 'link' as const, attrs: { href } }] },
        ]),
      ],
    },
  ],
});
const send = async (by: Person, to: chat.Address, body: RichText) =>
  (await by.api.call(chat.send, { ...to, message_id: uuid(), body })).message;
const cards = (where: Locator) => where.getByRole('list', { name: 'Link previews' }).getByRole('listitem');
const bread = (page: Page | Locator) => page.getByRole('link', { name: 'Sourdough for a crew of forty' });

test('who configures the company allows them, and they come and go with that', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await foundBefore(server, company);
  const his = await open(kwame);
  await openDirect(his, ines);
  const hers = await open(ines, { path: '/admin' });
  await hers.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Company settings' }).click();
  const allowed = hers.getByRole('switch', { name: 'Link previews' });
  await expect(allowed).not.toBeChecked();
  await send(ines, direct(kwame), linked('Before', BREAD));
  await allowed.click();
  await expect(allowed).toBeChecked();
  await expect(allowed).toBeEnabled();
  await judge(hers, 'company settings, desktop');
  await openDirect(hers, kwame);
  // The first field gives way to the editor: a key pressed in between is nobody's.
  await composer(hers).click();
  await expect(hers.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
  await type(hers, `Read this: ${BREAD} `);
  await hers.keyboard.press('Enter');
  for (const page of [hers, his]) {
    const row = message(page, 'Read this');
    await expect(cards(row)).toHaveCount(1);
    await expect(cards(row)).toContainText('The Bakery · bakery.example');
    await expect(bread(row)).toHaveAttribute('href', BREAD);
    await expect(bread(row)).toHaveAttribute('target', '_blank');
    await expect(bread(row)).toHaveAttribute('rel', /noopener noreferrer/);
    await expect(cards(message(page, 'Before'))).toHaveCount(0);
  }
  await drawn(cards(message(his, 'Read this')).locator('img')).toEqual([600, 400]);
  await expect(his.getByRole('button', { name: 'Remove preview' })).toHaveCount(0);
  await allow(company, false);
  await expect(bread(his)).toHaveCount(0);
  await expect(bread(hers)).toHaveCount(0);
  await allow(company, true);
  await expect(bread(his)).toBeVisible();
  await his.goto('/settings');
  await expect(his.getByRole('link', { name: 'Appearance' })).toBeVisible();
  await expect(his.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await his.goto('/admin/company');
  await expect(his.getByText('Only people who may configure your company')).toBeVisible();
  await expect(his.getByRole('switch')).toHaveCount(0);
});

test('whoever is at the end stays there, and whoever reads further up is not moved', async ({
  server,
  company,
  open,
}) => {
  const { ines, kwame } = company;
  await foundBefore(server, company);
  await allow(company, true);
  let conversation_id = '';
  for (let n = 1; n <= 40; n++) ({ conversation_id } = await send(kwame, direct(ines), linked(`Line ${n}`)));
  await ines.api.call(chat.markRead, { conversation_id, read_seq: 40 });
  const page = await open(ines, { ...PHONE });
  await openDirect(page, kwame);
  await expect(message(page, 'Line 40')).toBeVisible();
  await send(kwame, direct(ines), linked('Three at once', BREAD, LONG));
  await expect(cards(message(page, 'Three at once'))).toHaveCount(2);
  await expect(cards(message(page, 'Three at once')).last()).toBeInViewport({ ratio: 0.9 });
  await page.getByRole('log', { name: 'Messages' }).evaluate((element) => {
    element.scrollTop -= 900;
  });
  const line = message(page, /Line 2[0-9]/).first();
  await expect(line).toBeVisible();
  const text = await line.locator('.ll-rich').innerText();
  const top = () => message(page, text).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await untilAtRest(top);
  const before = await top();
  const late = await send(kwame, direct(ines), linked('Late', BREAD));
  await expect
    .poll(async () => (await ines.api.call(chat.listMessages, direct(kwame))).items.at(-1)?.previews.length)
    .toBe(1);
  expect(late.previews).toEqual([]);
  await expect(page.getByRole('button', { name: /^\d+ new$/ })).toBeVisible();
  await untilAtRest(top);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

test('shown without a connection; taken away there, at once and for everybody', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await foundBefore(server, company);
  await allow(company, true);
  await send(ines, direct(kwame), linked('Both', BREAD, LONG));
  const hers = await open(ines);
  await readyOffline(hers);
  await openDirect(hers, kwame);
  await expect(cards(message(hers, 'Both'))).toHaveCount(2);
  const picture = cards(message(hers, 'Both')).first().locator('img');
  await drawn(picture).toEqual([600, 400]);
  const his = await open(kwame);
  await openDirect(his, ines);
  await expect(cards(message(his, 'Both'))).toHaveCount(2);
  await his.close();
  // What is on the screen is on the disk a moment later.
  await expect.poll(() => storedOf(hers, [`"url":"${LONG}"`.replaceAll('"', '\\"')])).toHaveLength(1);
  await server.kill();
  await hers.reload();
  await expect(offlineBanner(hers)).toBeVisible();
  await expect(cards(message(hers, 'Both'))).toHaveCount(2);
  await drawn(picture).toEqual([600, 400]);
  const remove = cards(message(hers, 'Both')).first().getByRole('button', { name: 'Remove preview' });
  await remove.focus();
  await hers.keyboard.press('Enter');
  await expect(bread(hers)).toHaveCount(0);
  await expect(cards(message(hers, 'Both'))).toHaveCount(1);
  // What had the focus has gone; it is still in this message.
  await expect
    .poll(() => message(hers, 'Both').evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  await expect.poll(() => storedOf(hers, ['/chat/preview/delete'])).toHaveLength(1);
  await hers.reload();
  await expect(cards(message(hers, 'Both'))).toHaveCount(1);
  await expect(bread(hers)).toHaveCount(0);
  await server.start();
  await expect(offlineBanner(hers)).toHaveCount(0, { timeout: 40_000 });
  await expect
    .poll(async () =>
      (await kwame.api.call(chat.listMessages, direct(ines))).items.at(-1)?.previews.map((one) => one.url),
    )
    .toEqual([LONG]);
});

test('an edit takes them along; a thread shows them, a quote does not', async ({ server, company, open }) => {
  const { ines, kwame } = company;
  await foundBefore(server, company);
  await allow(company, true);
  const space_id = await newSpace(ines, 'Night shift', [kwame]);
  const into = { entity_type: 'space', entity_id: space_id } as const;
  const root = await send(ines, into, linked('About bread', BREAD));
  const page = await open(ines);
  await openSpace(page, space_id);
  await expect(cards(message(page, 'About bread'))).toHaveCount(1);
  await kwame.api.call(chat.send, { ...into, message_id: uuid(), body: linked('Good'), reply_to: root.message_id });
  await expect(message(page, 'Good').getByRole('blockquote')).toContainText('About bread');
  await expect(cards(message(page, 'Good'))).toHaveCount(0);
  await send(kwame, { entity_type: 'thread', entity_id: root.message_id }, linked('Thread', LONG));
  await message(page, 'About bread')
    .first()
    .getByRole('button', { name: /1 reply|1 answer/ })
    .click();
  const thread = page.getByRole('complementary', { name: /thread/i });
  await expect(bread(thread)).toBeVisible();
  await expect(cards(thread)).toHaveCount(2);
  await judge(page, 'previews in a thread, desktop');
  await ines.api.call(chat.edit, { message_id: root.message_id, body: linked('About nothing') });
  await expect(bread(page)).toHaveCount(0);
});

for (const [name, viewport] of [
  ['phone', PHONE],
  ['tablet', { viewport: { width: 820, height: 1180 } }],
  ['desktop', {}],
] as const)
  test(`axe over the cards, ${name}`, async ({ server, company, open }) => {
    const { ines, kwame } = company;
    await foundBefore(server, company);
    await allow(company, true);
    const space_id = await newSpace(ines, 'Night shift', [kwame]);
    const into = { entity_type: 'space', entity_id: space_id } as const;
    for (const to of [into, direct(kwame)]) await send(ines, to, linked('Mine:', BREAD, LONG));
    for (const to of [into, direct(ines)]) await send(kwame, to, linked('His:', BREAD));
    const page = await open(ines, { ...viewport, ...NO_WORKER });
    await openDirect(page, kwame);
    await expect(cards(message(page, 'His:'))).toHaveCount(1);
    await expect(cards(message(page, 'Mine:'))).toHaveCount(2);
    await expect(page.locator('.ll-preview img')).toHaveCount(2);
    await judge(page, `previews, direct, ${name}`);
    await openSpace(page, space_id);
    await expect(cards(message(page, 'His:'))).toHaveCount(1);
    await expect(cards(message(page, 'Mine:'))).toHaveCount(2);
    await expect(composer(page)).toBeVisible();
    await expect(page.locator('.ll-preview img')).toHaveCount(2);
    await judge(page, `previews, space, ${name}`);
    if (name !== 'phone') return;
    await page.goto('/admin/company');
    await expect(page.getByRole('switch', { name: 'Link previews' })).toBeChecked();
    await judge(page, 'company settings, phone');
    await openDirect(page, kwame);
    const remove = cards(message(page, 'Mine:')).first().getByRole('button', { name: 'Remove preview' });
    await expect(remove).toHaveCSS('opacity', '0');
    // What comes into a page that was just opened may take the focus again: then one taps once more.
    await expect(async () => {
      await message(page, 'Mine:').getByText('Mine:').tap();
      await expect(remove).toHaveCSS('opacity', '1', { timeout: 2_000 });
    }).toPass();
    await judge(page, 'previews, tapped, phone');
    await remove.tap();
    await expect(cards(message(page, 'Mine:'))).toHaveCount(1);
  });

test('an address that was typed before the editor was there is a link, too', async ({ company, open }) => {
  const { ines, kwame } = company;
  const page = await open(ines, NO_WORKER);
  const come = await holdBack(page, 'editor-*.js');
  await openDirect(page, kwame);
  const plain = page.locator('textarea');
  await plain.click();
  await page.keyboard.type(`See ${BREAD}, and`);
  await expect(plain).toHaveValue(`See ${BREAD}, and`);
  come();
  const field = page.locator('.ll-composer-rich');
  await expect(field.getByRole('link')).toHaveText([BREAD]);
  // The caret is where it was, and what ends the text is a link when it is sent.
  await expect(field).toBeFocused();
  await page.keyboard.type(` ${LONG}`);
  await page.keyboard.press('Enter');
  const links = message(page, 'See').getByRole('link');
  await expect(links).toHaveText([BREAD, LONG]);
  await expect(links.first()).toHaveAttribute('href', BREAD);
});
