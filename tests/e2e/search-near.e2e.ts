// Searching with a slip of the finger: what is like the words is shown where none has them, and says so.
import type { Locator, Page } from 'playwright/test';
import { direct, newColleague, newSpace, past, write } from './kit/people.ts';
import { box, dialog } from './kit/screen/search.ts';
import { expect, test } from './kit/test.ts';

const similar = (page: Page): Locator => dialog(page).getByRole('group', { name: 'Messages, similar words' });

test('a slip of the finger in what was said is overlooked, and the hits say so', async ({ company, open }) => {
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(ines, { entity_type: 'space', entity_id: space }, 'Kwame spotted the failing seal on Thursday');
  const page = await open(ines, { path: '/connect' });
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await box(page).fill('spotetd');
  await expect(similar(page).getByRole('option')).toHaveText([/Kwame spotted/]);
  await expect(similar(page).locator('mark')).toHaveText(['spotted']);
  await expect(similar(page).getByText('Messages · similar words')).toBeVisible();
  await box(page).fill(`spotetd from:"${kwame.name}"`);
  await expect(dialog(page).getByText('Nothing found for')).toBeVisible();
  // Exact hits are no similar ones.
  await box(page).fill('spotted');
  await expect(dialog(page).getByRole('group', { name: 'Messages', exact: true }).getByRole('option')).toHaveCount(1);
});

test('among many messages nothing waits for similar words, which follow, page by page', async ({
  server,
  company,
  open,
}) => {
  const { ines, kwame } = company;
  await newColleague(server, ines, 'Beatriz', 'Moura');
  await past(server, company, 4_200);
  const crew = { entity_type: 'space', entity_id: await newSpace(ines, 'Crew', [kwame]) } as const;
  for (let n = 1; n <= 31; n++) await write(kwame, crew, `Beatriz was here ${n}`);
  await write(kwame, direct(ines), 'Door seal is on');
  const page = await open(ines, { path: '/connect' });
  let go = () => {};
  let held = new Promise<void>((done) => (go = done));
  await page.route(/\/general\/global\/search/, async (route) => {
    if (route.request().postData()?.includes('"cursor"')) await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  const options = dialog(page).getByRole('option');
  const near = page.waitForRequest((request) => request.postData()?.includes('"cursor"') ?? false);
  await box(page).fill('Beatris');
  await near;
  await expect(options).toHaveText([/Beatriz Moura/]);
  go();
  await expect(similar(page).getByRole('option')).toHaveCount(5);
  await expect(options).toHaveCount(6);
  // Nothing else is found: it is not said before it is known.
  held = new Promise<void>((done) => (go = done));
  await box(page).fill('heer');
  await expect(dialog(page).getByRole('status').first()).toHaveText('');
  await expect(dialog(page).getByText('Nothing found for')).toHaveCount(0);
  go();
  await expect(similar(page).getByRole('option').first()).toHaveText(/was here 31/);
  // Closed meanwhile, and opened again: it is asked anew, beside the first question.
  held = new Promise<void>((done) => (go = done));
  await box(page).fill('hhere');
  await page.waitForRequest((request) => request.postData()?.includes('"cursor"') ?? false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await box(page).fill('hhere');
  go();
  await expect(similar(page).getByRole('option').first()).toHaveText(/was here/);
  await box(page).fill('sael oven');
  await expect(dialog(page).getByText('Nothing found for “sael oven”')).toBeVisible();
  await dialog(page).getByText('Messages', { exact: true }).click();
  await box(page).fill('Beatris');
  await expect(similar(page).getByRole('option')).toHaveCount(30);
  await dialog(page).getByRole('option', { name: 'Show more' }).click();
  await expect(similar(page).getByRole('option')).toHaveCount(31);
});
