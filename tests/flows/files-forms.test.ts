// A form is taken only as it was signed, and only whole: by the stores that keep to all of the protocol.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as contract from '#contract/files.ts';
import { formOf, png, post, presign } from '../kit/files.ts';
import { FACES, overBothStores } from './files.fixture.ts';

overBothStores('forms', (at) => {
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
