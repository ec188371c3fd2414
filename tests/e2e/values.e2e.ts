// Admin → Values: what the company stands for, in its order, with pictures; nothing is saved that the list cannot show.
import { listValues, updateValues } from '#contract/company/values.ts';
import { png } from '../kit/files.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import type { Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/values';
const valuesOf = async ({ api }: Person) =>
  (await api.call(listValues, {})).map(({ name, description, icon_url }) => [name, description, icon_url !== null]);

test('values are written, ordered, given a picture and saved together', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path, ...NO_WORKER });
  await expect(page.getByText('None yet.')).toBeVisible();
  await judge(page, 'values, none, desktop');
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Name' }) });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const [at, name] of ['Care', 'Courage'].entries()) {
    await page.getByRole('button', { name: 'Add a value' }).click();
    await rows.nth(at).getByRole('textbox', { name: 'Name' }).fill(name);
  }
  await rows.first().getByRole('textbox', { name: 'What it means' }).fill('We look after each other');
  await rows
    .first()
    .locator('input[type=file]')
    .setInputFiles({ name: 'heart.png', mimeType: 'image/png', buffer: png(64, 64) });
  await expect(save).toBeEnabled();

  // Twice the same name, or none: said at the field, and nothing is sent.
  await rows.nth(1).getByRole('textbox', { name: 'Name' }).fill('care');
  await save.click();
  await expect(page.getByText('There is a value with this name already.')).toBeVisible();
  await expect(rows.nth(1).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await judge(page, 'values, a name twice, desktop');
  expect(await valuesOf(ines)).toEqual([]);
  await rows.nth(1).getByRole('textbox', { name: 'Name' }).fill('Courage');
  await save.click();
  await expect(page.getByText('The values are saved.')).toBeVisible();
  expect(await valuesOf(ines)).toEqual([
    ['Care', 'We look after each other', true],
    ['Courage', '', false],
  ]);

  await page.getByRole('button', { name: 'Move Courage up' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(rows.first().getByRole('textbox', { name: 'Name' })).toHaveValue('Care');
  await page.getByRole('button', { name: 'Move Courage up' }).click();
  await save.click();
  await expect
    .poll(() => valuesOf(ines))
    .toEqual([
      ['Courage', '', false],
      ['Care', 'We look after each other', true],
    ]);
  await page.reload();
  await expect(rows.first().getByRole('textbox', { name: 'Name' })).toHaveValue('Courage');
});

test('on a phone, and what a colleague saves meanwhile', async ({ company: { ines }, open, watch }) => {
  // Somebody else was faster.
  watch.allow(/status of 409 .*values\/update/);
  const [hers, other] = [await open(ines, { path, ...PHONE, ...NO_WORKER }), await open(ines, { path, ...NO_WORKER })];
  const names = (page: typeof hers) => page.getByRole('textbox', { name: 'Name' });
  await other.getByRole('button', { name: 'Add a value' }).click();
  await names(other).fill('Care');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(names(hers)).toHaveValue('Care');
  await judge(hers, 'values, phone');

  // What somebody else writes meanwhile stands together with one's own; of the same field one's own, and theirs beside it.
  const meaning = (page: typeof hers) => page.getByRole('textbox', { name: 'What it means' });
  const [care] = await ines.api.call(listValues, {});
  if (!care) throw new Error('Nothing was saved');
  await meaning(hers).fill('For each other');
  await names(other).fill('Great care');
  await meaning(other).fill('For all of us');
  await other.getByRole('button', { name: 'Add a value' }).click();
  await names(other).nth(1).fill('Wit');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(hers.getByText('Somebody else has changed the values meanwhile.')).toBeVisible();
  await expect(names(hers).nth(1)).toHaveValue('Wit');
  await expect(names(hers).first()).toHaveValue('Great care');
  await expect(meaning(hers).first()).toHaveValue('For each other');
  await expect(hers.getByText('Somebody else has saved that it means “For all of us”.')).toBeVisible();
  await judge(hers, 'values, changed by two, phone');
  await hers.getByText('Somebody else has changed the values').scrollIntoViewIfNeeded();
  await hers.getByRole('button', { name: 'Save', exact: true }).click();
  const both = [
    ['Great care', 'For each other', false],
    ['Wit', '', false],
  ];
  await expect.poll(() => valuesOf(ines)).toEqual(both);

  // Nor is it undone by who has not heard of it yet: the server refuses, and nothing that was typed is gone.
  let letThrough = () => {};
  const late = new Promise<void>((done) => (letThrough = done));
  await hers.route('**/config/values/list', async (route) => {
    await late;
    await route.continue();
  });
  await meaning(hers).nth(1).fill('Quick and kind');
  await ines.api.call(updateValues, { values: [{ ...care, name: 'Care', description: 'For each other' }] });
  await hers.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(hers.getByText('nothing of yours was saved yet')).toBeVisible();
  await expect(meaning(hers).nth(1)).toHaveValue('Quick and kind');
  letThrough();
  await expect(hers.getByText('Somebody else has removed this one.')).toBeVisible();
  await judge(hers, 'values, one of two removed, phone');
  await expect(names(hers).first()).toHaveValue('Care');
  await hers.getByRole('button', { name: 'Remove Wit' }).click();
  await expect(hers.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

  await hers.getByRole('button', { name: 'Remove Care' }).click();
  await hers.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('None yet.')).toBeVisible();
  expect(await valuesOf(ines)).toEqual([]);
});
