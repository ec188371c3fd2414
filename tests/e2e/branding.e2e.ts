// Admin → Branding & theme: seen before it is saved, on every screen once it is; an accent of one's own stays readable; offline keeps it.
import type { Page } from 'playwright/test';
import { get } from '#contract/company.ts';
import { png } from '../kit/files.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/branding';
const LOGO = png(64, 64);
const card = (page: Page, name: string) => page.locator('label').filter({ has: page.getByText(name, { exact: true }) });
const accent = () => {
  const root = document.querySelector('#root > .radix-themes');
  return root ? getComputedStyle(root).getPropertyValue('--accent-9') : '';
};

test('a theme is looked at, saved, and worn in everybody’s open window', async ({ company: { ines, kwame }, open }) => {
  const [hers, his] = [await open(ines, { path, ...NO_WORKER }), await open(kwame, { path: '/people', ...NO_WORKER })];
  const root = his.locator('#root > .radix-themes');
  await expect(root).toHaveAttribute('data-accent-color', 'lime');
  await card(hers, 'Violet').click();
  await expect(hers.getByText('Theme changed to Violet. Everyone sees it after you save.')).toBeVisible();
  await expect(hers.getByText('All pass AA')).toBeVisible();
  await judge(hers, 'branding, desktop');
  await hers.getByText('Dark', { exact: true }).click();
  await expect(hers.getByRole('img', { name: 'The app in dark, with these colours' })).toBeVisible();
  await expect(root).toHaveAttribute('data-accent-color', 'lime');
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(hers.getByRole('radio', { name: /^Lime/ })).toBeChecked();
  await card(hers, 'Violet').click();
  await hers.getByRole('button', { name: 'Save theme' }).click();
  await expect(root).toHaveAttribute('data-accent-color', 'violet');

  // An accent that no label can be read on is mended before anybody sees it.
  await card(hers, 'Your own').click();
  await hers.getByRole('textbox', { name: 'Accent', exact: true }).fill('#7a7a7a');
  await expect(hers.getByText(/Labels would be hard to read on #7a7a7a/)).toBeVisible();
  await hers.getByRole('textbox', { name: 'Accent', exact: true }).fill('#0b6bcb');
  await judge(hers, 'branding, own accent, desktop');
  await hers.getByRole('button', { name: 'Save theme' }).click();
  await expect.poll(() => his.evaluate(accent)).toBe('#0b6bcb');
  await judge(his, 'people in a company’s own accent, desktop');
  // Back to one of the four leaves nothing of it.
  await card(hers, 'Green').click();
  await hers.getByRole('button', { name: 'Save theme' }).click();
  await expect(root).toHaveAttribute('data-accent-color', 'green');
  await expect.poll(() => his.evaluate(accent)).not.toBe('#0b6bcb');
});

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">
  <script>document.documentElement.setAttribute('data-ran', '')</script>
  <image href="https://elsewhere.example/pixel.png" width="1" height="1"/>
  <rect width="40" height="20" fill="#c40"/></svg>`;

test('a drawing becomes a picture on the device, and brings nothing else along', async ({
  company: { ines },
  open,
  server,
}) => {
  const page = await open(ines, { path, ...NO_WORKER });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const choose = (buffer: string) =>
    page
      .getByLabel('Company logo')
      .setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(buffer) });
  await choose('<svg');
  await expect(page.getByText('This image cannot be read. Choose a PNG, JPEG, GIF, WebP or SVG.')).toBeVisible();
  await judge(page, 'branding, unreadable drawing, desktop');
  await choose(DRAWING);
  await expect(page.getByText('mark.png')).toBeVisible();
  await expect(page.getByText('cannot be read')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everyone sees it now')).toBeVisible();
  const { company_logo } = await ines.api.call(get, {});
  const saved = await fetch(new URL(company_logo ?? '', server.url));
  expect(saved.headers.get('content-type')).toMatch(/^image\/(webp|png)$/);
  expect(Buffer.from(await saved.arrayBuffer()).toString('latin1')).not.toMatch(/script|elsewhere/);
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([]);
});

test('the logo and the names of the app, on a phone', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path, ...PHONE, ...NO_WORKER });
  await page.getByLabel('Company logo').setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: LOGO });
  await expect(page.getByText('mark.png')).toBeVisible();
  await page.getByLabel('App icon').setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: LOGO });
  await expect(page.getByText('square.png')).toBeVisible();
  await page.getByText('Fill the square', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Installed app' }).fill('Brackenford Hub');
  await page.getByRole('textbox', { name: 'Below its icon' }).fill('Hub');
  await expect(page.getByText('4 unsaved changes. Everyone sees them after you save.')).toBeVisible();
  await judge(page, 'branding, phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Everyone sees it now')).toBeVisible();
  const config = await ines.api.call(get, {});
  expect(config.company_logo).toMatch(/\/branding\/|^\/api\/files\//);
  expect(config.settings).toMatchObject({ app_name: 'Brackenford Hub', app_short_name: 'Hub' });
  expect(config.settings.app_icon).toMatch(/\/branding\/|^\/api\/files\//);
  expect(config.settings.app_icon).not.toBe(config.company_logo);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('button', { name: 'Remove icon' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => {
      const { company_logo, settings } = await ines.api.call(get, {});
      return [company_logo, settings.app_icon];
    })
    .toEqual([null, null]);
});

test('without a connection the company’s own accent stays, from the first paint on', async ({
  company: { ines },
  open,
  server,
}) => {
  const page = await open(ines, { path });
  await card(page, 'Your own').click();
  await page.getByRole('button', { name: 'Save theme' }).click();
  await expect.poll(() => page.evaluate(accent)).toBe('#0b6bcb');
  await readyOffline(page);
  await server.kill();
  await expect(page.getByText('Changing it needs a connection.')).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(accent)).toBe('#0b6bcb');
  await judge(page, 'branding, offline, desktop');
});
