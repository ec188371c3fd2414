// A picture of oneself: chosen, made small, uploaded by a form, saved, and seen by everybody.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { registerCompany } from '#tests/kit/factory.ts';
import { png } from '#tests/kit/files.ts';
import { startS3 } from '#tests/kit/outside/s3-server.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { judge } from './kit/axe.ts';
import { PHONE } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';

const PICTURE = { name: 'me, on holiday.png', mimeType: 'image/png', buffer: png(1200, 800) };
const field = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Edit profile' }).getByRole('group', { name: 'Photo' });
const face = (place: Locator): Locator => place.locator('img').first();

async function edit(page: Page, id: string): Promise<Locator> {
  await page.goto(`/profile/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(page)).toBeVisible();
  return field(page);
}

/** By the button, as people do it. */
async function choose(page: Page, button: string, file = PICTURE): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    field(page).getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(file);
}

/** Width, height and type of a picture that is shown. */
const shown = (picture: Locator) =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const type = (await fetch(image.src)).headers.get('content-type');
    return { width: image.naturalWidth, height: image.naturalHeight, type };
  });

test('a photo is uploaded, saved, and seen by the others at once; taken away again', async ({
  company: { ines, kwame },
  open,
}) => {
  const hers = await open(ines, { path: '/people' });
  const his = await open(kwame);
  await edit(his, kwame.id);
  await expect(face(field(his))).toHaveCount(0);
  await choose(his, 'Choose a picture');
  await expect(face(field(his))).toBeVisible();
  expect(await shown(face(field(his)))).toEqual({ width: 512, height: 512, type: 'image/webp' });
  const row = hers.getByRole('link', { name: kwame.name });
  await expect(face(row)).toHaveCount(0);
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(his.getByText('Saved')).toBeVisible();
  await expect(face(row)).toBeVisible();
  expect(await shown(face(row))).toMatchObject({ width: 512, height: 512 });

  await his.getByRole('button', { name: 'Edit', exact: true }).click();
  await field(his).getByRole('button', { name: 'Remove picture' }).click();
  await his.getByRole('button', { name: 'Save' }).click();
  await expect(face(row)).toHaveCount(0);
});

test('an upload that fails says so and can be tried again; one can be called off', async ({
  company: { kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 403/);
  watch.cutsConnections = true;
  const page = await open(kwame);
  await edit(page, kwame.id);
  let answer: 'refuse' | 'hang' | 'go on' = 'refuse';
  await page.route('**/api/files/upload', async (route) => {
    if (answer === 'refuse') return route.fulfill({ status: 403, body: '<Error/>' });
    if (answer === 'go on') return route.continue();
  });
  await choose(page, 'Choose a picture');
  await expect(field(page).getByText('Failed to upload file')).toBeVisible();
  answer = 'hang';
  await field(page).getByRole('button', { name: 'Try again' }).click();
  await expect(field(page).getByRole('progressbar')).toBeVisible();
  await field(page).getByRole('button', { name: 'Cancel upload' }).click();
  await expect(field(page).getByRole('progressbar')).toHaveCount(0);
  await expect(face(field(page))).toHaveCount(0);
  answer = 'go on';
  await choose(page, 'Choose a picture');
  await expect(face(field(page))).toBeVisible();

  await choose(page, 'Change picture', { ...PICTURE, buffer: Buffer.from('<html>no image</html>') });
  await expect(field(page).getByText('This image cannot be read. Choose a PNG, JPEG, GIF or WebP.')).toBeVisible();
  await page.route('**/api/general/s3/upload/presign*', (route) => route.abort());
  await choose(page, 'Change picture');
  await expect(field(page).getByText('Failed to get presigned URL')).toBeVisible();
});

test('with an S3-compatible store the page posts there itself, and to nowhere else', async ({ open, server }) => {
  const s3 = await startS3();
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-e2e-s3-'));
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.config;
  const other = await startServerProcess({
    dataDir,
    env: {
      CLIENT_DIR: server.clientDir,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  try {
    const place = { url: `http://127.0.0.1:${other.port}`, dataDir };
    const { owner, email } = await registerCompany(place, { first_name: 'Ines', last_name: 'Okafor' });
    const ines = { id: owner.employee_id, first: 'Ines', name: 'Ines Okafor', email, api: owner };
    const page = await open(ines, { place });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).origin));
    await edit(page, ines.id);
    await choose(page, 'Choose a picture');
    expect(await shown(face(field(page)))).toEqual({ width: 512, height: 512, type: 'image/webp' });
    expect(posts).toContain(endpoint);
    expect([...s3.objects.keys()]).toEqual([
      expect.stringMatching(`^${owner.company_id}/user-manage/employee/${ines.id}/me`),
    ]);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain(`connect-src 'self' ${endpoint};`);
    // A page that outlives its server reports, rightly, that it cannot reach it.
    await page.context().close();
  } finally {
    await other.stop();
    await s3.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

for (const [size, options] of [
  ['desktop', {}],
  ['phone', PHONE],
] as const)
  test(`the field is sound on a ${size}`, async ({ company: { kwame }, open }, info) => {
    const page = await open(kwame, options);
    await edit(page, kwame.id);
    await page.screenshot({ path: info.outputPath('empty.png') });
    await page.route('**/api/files/upload', () => undefined, { times: 1 });
    await choose(page, 'Choose a picture');
    await expect(field(page).getByRole('progressbar')).toBeVisible();
    await page.screenshot({ path: info.outputPath('under-way.png') });
    await judge(page, `picture under way, ${size}`, { within: 'dialog' });
    await field(page).getByRole('button', { name: 'Cancel upload' }).click();
    await choose(page, 'Choose a picture');
    await shown(face(field(page)));
    await page.screenshot({ path: info.outputPath('chosen.png') });
  });
