// Uploading, the same over both stores. Real forms, real bytes, real connections that break.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as contract from '#contract/files.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { png, post, presign, upload } from '../kit/files.ts';
import { bytesOf, FACES, overAllStores } from './files.fixture.ts';

overAllStores('uploading', (at) => {
  test('a picture goes up by a form without a session, and is read by its address', async () => {
    const picture = png(40, 30);
    const form = await presign(at.owner, { ...FACES, name: 'Me, ümläut.PNG' });
    expect(form.max_size).toBe(10_000_000);
    const answer = await post(at.app.url, form, picture);
    expect(answer.status).toBe(201);
    const text = await answer.text();
    const key = form.fields['key'] ?? '';
    if (at.kind === 's3') expect(text).toContain(`<Key>${key}</Key>`);
    const file = await at.owner.call(contract.metadata, { file_id: form.file_id });
    if (at.kind === 'disk') expect(JSON.parse(text)).toEqual({ download_url: file.download_url, s3_key: key });
    expect(file).toMatchObject({
      name: 'Me, ümläut.PNG',
      mime_type: 'image/png',
      size: picture.length,
      width: 40,
      height: 30,
      is_private: false,
      created_by: at.owner.employee_id,
      s3_key: key,
    });
    expect(key).toMatch(
      new RegExp(
        `^${at.owner.company_id}/user-manage/employee/${at.owner.employee_id}/Me-umlaut-[0-9a-f]{8}-\\d{13}\\.png$`,
      ),
    );
    const read = await at.get(file.download_url);
    expect(read.status).toBe(200);
    expect((await bytesOf(read)).equals(picture)).toBe(true);
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'content-disposition': `inline; filename="Me, _ml_ut.PNG"; filename*=UTF-8''Me%2C%20%C3%BCml%C3%A4ut.PNG`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const again = await at.get(file.download_url, { 'if-none-match': read.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('its address can be somebody’s picture', async () => {
    const { download_url } = await upload(at.colleague, png(), { ...FACES, name: 'face.png' });
    const { employee_id } = at.colleague;
    await at.colleague.call(people.update, { employee_id, profile_url: download_url });
    const seen = await at.owner.call(people.meta, { employee_id, select: ['profile_url'] });
    expect((await at.get(seen.profile_url ?? '')).status).toBe(200);
  });

  test.each([
    ['nothing of ours', 'x'],
    ['another company', `${randomUUID()}/chat/${randomUUID()}/a.png`],
    ['somebody else', `COMPANY/chat/${randomUUID()}/a.png`],
    ['no such folder', 'COMPANY/secrets/EMPLOYEE/a.png'],
    ['a way up', 'COMPANY/../OTHER/a.png'],
    ['a way up in a folder', 'COMPANY/chat/../../OTHER/EMPLOYEE/a.png'],
    ['only a way up', 'COMPANY/chat/EMPLOYEE/..'],
    ['backslashes', 'COMPANY/chat/EMPLOYEE/..\\..\\a.png'],
    ['no name', 'COMPANY/chat/EMPLOYEE/'],
    ['a slash at the beginning', '/COMPANY/chat/EMPLOYEE/a.png'],
    ['twice a slash', 'COMPANY//EMPLOYEE/a.png'],
    ['a very long name', `COMPANY/chat/EMPLOYEE/${'a'.repeat(300)}.png`],
    ['a page as a logo', 'COMPANY/branding/EMPLOYEE/logo.html'],
    ['an SVG as a face', 'COMPANY/user-manage/employee/EMPLOYEE/face.svg'],
  ])('a key is refused: %s', async (_, wish) => {
    const key = wish
      .replace('COMPANY', at.owner.company_id)
      .replace('EMPLOYEE', at.owner.employee_id)
      .replace('OTHER', at.stranger.company_id);
    const { status, body } = await at.owner.raw(contract.presign, { key, is_private: 'true' });
    expect([status, body.error_code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('the time is put behind a name once, and the same key is the same file until it is there', async () => {
    const name = 'plan-1732201600000.txt';
    const [first, second] = [await presign(at.owner, { name }), await presign(at.owner, { name })];
    expect(first.fields['key']).toBe(`${at.owner.company_id}/${at.owner.employee_id}/${name}`);
    expect(second.file_id).toBe(first.file_id);
    await post(at.app.url, second, 'words');
    const file = await at.owner.call(contract.metadata, { file_id: first.file_id });
    expect(file.name).toBe('plan.txt');
    const { status, body } = await at.owner.raw(contract.presign, { key: first.fields['key'], is_private: 'true' });
    expect([status, body.error_code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('the company’s own pictures are for who configures it; chat takes private files only', async () => {
    const logo = { folder: 'branding', is_private: false, name: 'logo.png' };
    await expect(presign(at.colleague, logo)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    expect((await upload(at.owner, png(), logo)).is_private).toBe(false);
    await expect(presign(at.owner, { folder: 'chat', is_private: false })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('an image that is none is not taken for one', async () => {
    const form = await presign(at.owner, { ...FACES, name: 'face.png' });
    const answer = await post(at.app.url, form, '<html><script>alert(1)</script>');
    expect(answer.status).toBe(at.kind === 'disk' ? 400 : 201);
    const { status, body } = await at.colleague.raw(contract.metadata, { file_id: form.file_id });
    expect([status, body.error_code]).toEqual([404, 'FILE_NOT_FOUND']);
  });
});

test('the page may reach the store that files are kept in, and no other', async () => {
  const clientDir = mkdtempSync(join(tmpdir(), 'limelight-page-'));
  writeFileSync(
    join(clientDir, 'index.html'),
    `<meta content="default-src 'self'; connect-src 'self'; media-src 'self'">`,
  );
  const s3 = {
    endpoint: 'https://objects.example/below',
    bucket: 'files',
    region: 'x',
    accessKeyId: 'x',
    secretAccessKey: 'x',
  };
  const pages = async (app: TestApp) =>
    Promise.all(['/', '/index.html', '/people'].map(async (path) => (await fetch(app.url + path)).text()));
  await using withStore = await startTestApp({ clientDir, s3 });
  for (const page of await pages(withStore))
    expect(page).toContain("connect-src 'self' https://objects.example; media-src");
  await using without = await startTestApp({ clientDir });
  for (const page of await pages(without)) expect(page).toContain("connect-src 'self'; media-src");
  rmSync(clientDir, { recursive: true });
});
