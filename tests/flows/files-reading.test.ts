// Reading files, the same over both stores: who may, what a browser may do with them, and how long they are kept.
// @module-tag long
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as contract from '#contract/files.ts';
import * as people from '#contract/people.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { facesAmong } from '#server/features/people/service.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import { addPerson } from '../kit/factory.ts';
import { png, presign, upload } from '../kit/files.ts';
import { bytesOf, FACES, overAllStores } from './files.fixture.ts';

overAllStores('files', (at) => {
  test.each(['report.html', 'drawing.svg', 'script.js', 'page.xhtml', 'noending', 'a\u202egnp.exe', 'Ωmega'])(
    '%s is only ever saved',
    async (name) => {
      const file = await upload(at.owner, '<svg onload="alert(1)"/>', { folder: 'chat', name });
      const read = await at.get(file.download_url);
      expect(read.headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(read.headers.get('content-type')).toBe('application/octet-stream');
      expect(file.name).not.toContain('\u202e');
    },
  );

  test('a name cannot reach into the headers', async () => {
    const name = 'x"; filename="evil.html';
    const file = await upload(at.owner, 'words', { folder: 'chat', name: `${name}.txt` });
    expect(file.name).toBe(`${name}.txt`);
    expect((await at.get(file.download_url)).headers.get('content-disposition')).toBe(
      `attachment; filename="x_; filename=_evil.html.txt"; filename*=UTF-8''x%22%3B%20filename%3D%22evil.html.txt`,
    );
  });

  test('parts of a file', async () => {
    const bytes = randomBytes(2_000);
    const { download_url } = await upload(at.owner, bytes, { folder: 'chat', name: 'film.mp4' });
    const part = async (range: string, headers = {}) => {
      const answer = await at.get(download_url, { range, ...headers });
      return [answer.status, answer.headers.get('content-range'), await bytesOf(answer)] as const;
    };
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/2000', bytes.subarray(0, 10)]);
    expect(await part('bytes=1990-')).toEqual([206, 'bytes 1990-1999/2000', bytes.subarray(1990)]);
    expect(await part('bytes=-5')).toEqual([206, 'bytes 1995-1999/2000', bytes.subarray(1995)]);
    expect(await part('bytes=1500-9000')).toEqual([206, 'bytes 1500-1999/2000', bytes.subarray(1500)]);
    expect((await part('bytes=2000-'))[0]).toBe(416);
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200);
    expect((await part('lines=0-1'))[0]).toBe(200);
    expect((await part('bytes=0-9', { 'if-range': '"another"' }))[0]).toBe(200);
    const whole = await at.get(download_url);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('content-disposition')).toMatch(/^inline/);
  });

  describe('a private file', () => {
    test('is read by its own address only: for this file, this reader, some minutes', async () => {
      const file = await upload(at.owner, 'secret', { folder: 'chat', name: 'private.txt' });
      const other = await upload(at.owner, 'other', { folder: 'chat', name: 'other.txt' });
      const read = await at.get(file.download_url);
      expect([read.status, await read.text()]).toEqual([200, 'secret']);
      expect(read.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
      expect(Number(read.headers.get('cache-control')?.match(/\d+/)?.[0])).toBeLessThanOrEqual(1800);

      const [path = '', query = ''] = file.download_url.split('?');
      const [otherPath = ''] = other.download_url.split('?');
      const changed = (name: string, value: string) => {
        const all = new URLSearchParams(query);
        all.set(name, value);
        return `${path}?${all}`;
      };
      const expires = Number(new URLSearchParams(query).get('expires'));
      for (const address of [
        path,
        `${otherPath}?${query}`,
        `${path.replace(at.owner.company_id, at.stranger.company_id)}?${query}`,
        changed('expires', String(expires + 900)),
        changed('by', at.colleague.employee_id),
        changed('signature', 'x'),
        `${path}?${query}&by=${at.colleague.employee_id}`,
        `${path.replace(file.file_id, randomUUID())}?${query}`,
        path.replace(file.file_id, 'x'),
      ]) {
        const answer = await at.get(address);
        expect([answer.status, (await answer.json()).error_code], address).toEqual([404, 'FILE_NOT_FOUND']);
      }
    });

    test('is nothing to other companies, nor to colleagues who may not read it', async () => {
      const file = await upload(at.owner, 'secret', { folder: 'chat', name: 'private.txt' });
      for (const who of [at.stranger, at.colleague]) {
        const { status, body } = await who.raw(contract.metadata, { file_id: file.file_id });
        expect([status, body.error_code]).toEqual([404, 'FILE_NOT_FOUND']);
      }
      const shared = await upload(at.owner, png(), { ...FACES, is_private: true, name: 'shared.png' });
      const theirs = await at.colleague.call(contract.metadata, { file_id: shared.file_id });
      expect((await at.get(theirs.download_url)).status).toBe(200);
      await expect(at.stranger.call(contract.metadata, { file_id: shared.file_id })).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
      });
    });

    test('is closed to somebody whose account is closed, at once', async () => {
      const leaver = await addPerson(at.app, at.owner);
      const { download_url } = await upload(leaver, 'mine', { folder: 'chat', name: 'mine.txt' });
      expect((await at.get(download_url)).status).toBe(200);
      await at.owner.call(people.setStatus, { employee_id: leaver.employee_id, status: 'INACTIVE' });
      expect((await at.get(download_url)).status).toBe(404);
    });
  });

  test('what never came and what nothing points at is swept away; what is in use stays', async () => {
    const { context } = at.app.app;
    const { store } = createFileStore(context.config, '');
    const face = await upload(at.owner, png(), { ...FACES, name: 'used.png' });
    await at.owner.call(people.update, { employee_id: at.owner.employee_id, profile_url: face.download_url });
    const old = await upload(at.owner, png(), { ...FACES, name: 'old.png' });
    const fresh = await upload(at.owner, png(), { ...FACES, name: 'fresh.png' });
    const never = await presign(at.owner, { name: 'never.txt' });
    await at.app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE file_id = ANY($1)", [
      [face.file_id, old.file_id, never.file_id],
    ]);
    expect(await sweepFiles(context, store, [facesAmong])).toBe(2);
    const left = await at.app.sql<{ file_id: string }>('SELECT file_id FROM file WHERE file_id = ANY($1)', [
      [face.file_id, old.file_id, fresh.file_id, never.file_id],
    ]);
    expect(left.map((row) => row.file_id).sort()).toEqual([face.file_id, fresh.file_id].sort());
    expect(at.kept().keys).toContain(face.s3_key);
    expect(at.kept().keys).not.toContain(old.s3_key);
    expect((await at.get(old.download_url)).status).toBe(404);
    expect(await sweepFiles(context, store, [facesAmong])).toBe(0);
  });
});
