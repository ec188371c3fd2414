// Uploading, the same over both stores. Real forms, real bytes, real connections that break.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as contract from '#contract/files.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { formOf, png, post, presign, upload } from '../kit/files.ts';
import { bytesOf, FACES, overBothStores } from './files.fixture.ts';

overBothStores('uploading', (at) => {
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

  describe('a form is taken only as it was signed', () => {
    test.each([
      ['another key', (f: Record<string, string>) => ({ ...f, key: f['key']?.replace(/note/, 'vote') ?? '' })],
      ['a key of another company', (f) => ({ ...f, key: (f['key'] ?? '').replace(/^[^/]+/, at.stranger.company_id) })],
      ['a way up', (f) => ({ ...f, key: `${f['key']}/../../../secret` })],
      ['another type', (f) => ({ ...f, 'Content-Type': 'text/html' })],
      ['a field more', (f) => ({ ...f, acl: 'public-read' })],
      ['a field less', ({ 'Content-Type': _, ...f }) => f],
      ['no policy', ({ policy: _, ...f }) => f],
      ['no signature', ({ 'x-amz-signature': _, ...f }) => f],
      ['another signature', (f) => ({ ...f, 'x-amz-signature': 'a'.repeat(64) })],
      ['another day', (f) => ({ ...f, 'x-amz-date': '20200101T000000Z' })],
      ['another policy', (f) => ({ ...f, policy: changed(f['policy'] ?? '') })],
    ] as [string, (fields: Record<string, string>) => Record<string, string>][])('%s', async (_, change) => {
      const form = await presign(at.owner, {});
      await at.keepsNothing(async () => {
        const answer = await post(at.app.url, { ...form, fields: change(form.fields) }, 'words');
        expect(answer.status).toBe(403);
      });
      await expect(at.owner.call(contract.metadata, { file_id: form.file_id })).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
      });
    });

    /** Ten times the size. */
    const changed = (policy: string) => {
      const text = Buffer.from(policy, 'base64').toString().replace('50000000', '500000000');
      return Buffer.from(text).toString('base64');
    };

    test('not after its time', async () => {
      const form = await presign(at.owner, {});
      const { expiration } = JSON.parse(Buffer.from(form.fields['policy'] ?? '', 'base64').toString());
      expect(Date.parse(expiration) - Date.now()).toBeLessThanOrEqual(600_000);
      const wish = { key: form.fields['key'] ?? '', mime_type: 'text/plain', max_size: 50_000_000, expires_in: 600 };
      const sign = (ago: number) => at.signedAt(wish, new Date(Date.now() - ago));
      await at.keepsNothing(async () => {
        const late = await post(at.app.url, { ...form, fields: sign(900_000) }, 'words');
        expect(late.status).toBe(403);
      });
      expect((await post(at.app.url, { ...form, fields: sign(0) }, 'words')).status).toBe(201);
    });

    test('no form at all, no file, or an empty one', async () => {
      const { url, fields } = await presign(at.owner, {});
      const to = new URL(url, at.app.url);
      await at.keepsNothing(async () => {
        const json = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
        expect([400, 415]).toContain(json.status);
        const form = formOf(fields, '');
        form.delete('file');
        expect((await fetch(to, { method: 'POST', body: form })).status).toBe(400);
        expect((await fetch(to, { method: 'POST', body: formOf(fields, '') })).status).toBe(400);
      });
    });
  });

  test('what is too large is cut off and leaves nothing', async () => {
    const form = await presign(at.owner, { ...FACES, name: 'large.png' });
    await at.keepsNothing(async () => {
      const status = await post(at.app.url, form, png(2, 2, form.max_size)).then(
        (answer) => answer.status,
        () => 'cut',
      );
      expect([400, 413, 'cut']).toContain(status);
    });
    const exact = form.max_size - png(2, 2).length;
    expect((await post(at.app.url, form, png(2, 2, exact))).status).toBe(201);
    expect((await at.owner.call(contract.metadata, { file_id: form.file_id })).size).toBe(form.max_size);
  });

  test('what is too large is cut off also where its length is not told', async () => {
    if (at.kind === 's3') return;
    const form = await presign(at.owner, { ...FACES, name: 'endless.png' });
    await at.keepsNothing(async () => {
      const body = new Response(formOf(form.fields, png(2, 2, form.max_size)));
      const status = await fetch(new URL(form.url, at.app.url), {
        method: 'POST',
        headers: { 'content-type': body.headers.get('content-type') ?? '' },
        body: body.body,
        duplex: 'half',
      } as RequestInit).then(
        (answer) => answer.status,
        () => 'cut',
      );
      expect([413, 'cut']).toContain(status);
    });
  });

  test('an image that is none is not taken for one', async () => {
    const form = await presign(at.owner, { ...FACES, name: 'face.png' });
    const answer = await post(at.app.url, form, '<html><script>alert(1)</script>');
    expect(answer.status).toBe(at.kind === 'disk' ? 400 : 201);
    const { status, body } = await at.colleague.raw(contract.metadata, { file_id: form.file_id });
    expect([status, body.error_code]).toEqual([404, 'FILE_NOT_FOUND']);
  });

  test('a connection that breaks leaves nothing, and the form can be used again', async () => {
    const form = await presign(at.owner, { name: 'broken.txt' });
    const body = new Response(formOf(form.fields, randomBytes(300_000)));
    const bytes = Buffer.from(await body.clone().arrayBuffer());
    await at.keepsNothing(async () => {
      for (const share of [0.001, 0.3, 0.99])
        await new Promise<void>((done) => {
          const headers = { 'content-type': body.headers.get('content-type') ?? '', 'content-length': bytes.length };
          const call = request(new URL(form.url, at.app.url), { method: 'POST', headers });
          call.on('error', () => done());
          call.on('response', (answer) => answer.resume().on('end', () => done()));
          call.write(bytes.subarray(0, bytes.length * share), () => setTimeout(() => call.destroy(), 50));
        });
    });
    await expect(at.owner.call(contract.metadata, { file_id: form.file_id })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    expect((await post(at.app.url, form, 'whole')).status).toBe(201);
    const { download_url } = await at.owner.call(contract.metadata, { file_id: form.file_id });
    expect(await (await at.get(download_url)).text()).toBe('whole');
  });

  test('two uploads of one form: the last one counts, never a mixture', async () => {
    const form = await presign(at.owner, { name: 'twice.txt' });
    const [a, b] = ['a'.repeat(400_000), 'b'.repeat(300_000)];
    const both = await Promise.all([post(at.app.url, form, a), post(at.app.url, form, b)]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    const read = async () => {
      const { download_url, size } = await at.owner.call(contract.metadata, { file_id: form.file_id });
      const text = await (await at.get(download_url)).text();
      expect(text.length).toBe(size);
      return text;
    };
    expect([a, b]).toContain(await read());
    await post(at.app.url, form, 'the last');
    expect(await read()).toBe('the last');
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
