// Files in messages as they are seen and heard: the viewer by keyboard, sounds; axe over all of it.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Attach } from '#contract/chat/attachment.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { png, upload } from '#tests/kit/files.ts';
import { judge } from './kit/axe.ts';
import { PHONE } from './kit/browser.ts';
import { log, openSpace } from './kit/chat.ts';
import { attach, drawn, image, text, tray } from './kit/files.ts';
import { newSpace } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

test('the viewer by keyboard, and axe over everything', async ({ server, company: { ines, kwame }, open }) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  const into = { entity_type: 'space', entity_id: space_id } as const;
  const put = async (name: string, bytes: Buffer) => (await upload(kwame.api, bytes, { folder: 'chat', name })).file_id;
  const sendIt = async (words: string, ids: string[], more: Partial<Attach> = {}) =>
    kwame.api.call(chat.send, {
      ...into,
      message_id: uuid(),
      body: docOf(words),
      attachments: ids.map((file_id) => ({ file_id, ...more })),
    });
  await sendIt('The racks', [
    await put('one.png', png(900, 600)),
    await put('two.png', png(400, 800)),
    await put('three.png', png(600, 600)),
  ]);
  await sendIt('', [await put('Winter allergens v4.pdf', pdf()), await put('recipe.txt', Buffer.from('Flour 500 g'))]);
  await sendIt('', [await put('film.mp4', randomBytes(4_000))]);
  const waveform = Array.from({ length: 48 }, (_, n) => Math.round(16 + 15 * Math.sin(n)));
  await sendIt('', [await put('Voice message.weba', randomBytes(4_000))], { duration: 42_000, waveform });

  const page = await open(ines);
  await openSpace(page, space_id);
  const last = log(page).getByRole('button', { name: 'Play voice message' });
  await expect(last).toBeVisible();
  await drawn(log(page).getByRole('img', { name: 'three.png' })).toEqual([600, 600]);
  await judge(page, 'attachments, desktop');

  const opener = log(page).getByRole('button', { name: 'Open two.png' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await drawn(viewer.getByRole('img', { name: 'two.png' })).toEqual([400, 800]);
  await expect(viewer.getByText('2 of 3 ·')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await drawn(viewer.getByRole('img', { name: 'three.png' })).toEqual([600, 600]);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'one.png' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('img', { name: 'three.png' })).toBeVisible();
  const width = () =>
    viewer.getByRole('img', { name: 'three.png' }).evaluate((element) => (element as HTMLImageElement).offsetWidth);
  const before = await width();
  await page.keyboard.press('+');
  expect(await width()).toBeGreaterThan(before * 1.4);
  await page.keyboard.press('0');
  // A phone that is turned, a window made smaller.
  await page.setViewportSize(PHONE.viewport);
  await expect.poll(width).toBeLessThanOrEqual(PHONE.viewport.width);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(before);
  expect(await width()).toBe(before);
  await judge(page, 'viewer, desktop', { within: 'dialog' });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('three.png');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(opener).toBeFocused();

  await log(page).getByRole('button', { name: 'Open recipe.txt' }).click();
  await expect(viewer.getByText('Flour 500 g')).toBeVisible();
  await page.keyboard.press('Escape');
  await log(page).getByRole('button', { name: 'Open Winter allergens v4.pdf' }).click();
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await expect(viewer.locator('iframe')).toBeVisible();
    await expect.poll(() => page.frames().some((one) => one.url().includes('Winter-allergens'))).toBe(true);
  } else {
    await expect(viewer.locator('iframe')).toHaveCount(0);
    await expect(viewer.getByText('Winter allergens v4.pdf').last()).toBeVisible();
    const way = viewer.getByRole('link', { name: 'Open' });
    expect((await page.request.get((await way.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
      'application/pdf',
    );
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      viewer.locator('.ll-viewer-unread').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(paper.suggestedFilename()).toBe('Winter allergens v4.pdf');
    await judge(page, 'viewer without a reader, desktop', { within: 'dialog' });
  }
  await page.keyboard.press('Escape');

  // By keyboard alone: the place in a sound, and its speed.
  const place = log(page).getByRole('slider', { name: 'Position' });
  await place.focus();
  await page.keyboard.press('ArrowRight');
  await expect(place).toHaveAttribute('aria-valuetext', /of 0:42/);
  const speed = log(page).getByRole('button', { name: 'Speed 1×' });
  await speed.focus();
  await page.keyboard.press('Enter');
  await expect(log(page).getByRole('button', { name: 'Speed 1.5×' })).toBeFocused();

  // All of them beside the conversation, and what comes while one looks.
  await page.getByRole('button', { name: 'About this conversation' }).click();
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByRole('button', { name: 'Download Voice message.weba' }).first()).toBeVisible();
  await files.getByRole('button', { name: 'Show more files' }).click();
  await expect(files.getByRole('button', { name: 'Open one.png' })).toBeVisible();
  await sendIt('', [await put('late.txt', Buffer.from('Late'))]);
  await expect(files.getByRole('button', { name: 'Open late.txt' })).toBeVisible();
  await judge(page, 'files of a conversation, desktop');
  await page.getByRole('button', { name: 'Close' }).click();

  const phone = await open(ines, PHONE);
  await openSpace(phone, space_id);
  await expect(log(phone).getByRole('button', { name: 'Play voice message' })).toBeVisible();
  // A picture is as wide as there is room for.
  const rights = () =>
    log(phone)
      .locator('.ll-message-body')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...(await rights()))).toBeLessThan(PHONE.viewport.width);
  await attach(phone, image('phone.png'), text('list.txt'));
  await expect(tray(phone).getByRole('listitem')).toHaveCount(2);
  await judge(phone, 'attachments, phone');
  await attach(page, image('desk.png'), text('list.txt'));
  await expect(tray(page).getByRole('listitem')).toHaveCount(2);
  await judge(page, 'tray, desktop');
  await page.setViewportSize({ width: 820, height: 1100 });
  await judge(page, 'tray, tablet');
  expect(server.isUp).toBe(true);
});

/** One page, by hand. */
function pdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    '<</Length 44>>stream\nBT /F 24 Tf 40 100 Td (Winter allergens) Tj ET\nendstream',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 5\n0000000000 65535 f \n${table}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
  );
}
