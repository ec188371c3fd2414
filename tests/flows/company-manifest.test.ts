// The installed app under a company's name: what its manifest says, to whom, and the icons that are drawn of its logo.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { loadCompany } from '#server/features/auth/service.ts';
import { iconsInUse } from '#server/features/company/service.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import { inProject } from '#tools/lib/project.mjs';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { png, upload } from '../kit/files.ts';

interface Manifest {
  readonly name: string;
  readonly icons: readonly { src: string; purpose?: string }[];
}

const own = JSON.parse(readFileSync(inProject('manifest.webmanifest'), 'utf8')) as Manifest;
const LOGO = { folder: 'branding', name: 'logo.png', is_private: false };

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limelight-client-'));
  copyFileSync(inProject('manifest.webmanifest'), join(folder, 'manifest.webmanifest'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Limelight</title>');
  app = await startTestApp({ clientDir: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (query: string) => fetch(`${app.url}${API_BASE}${company.MANIFEST_PATH}${query}`);
const manifestOf = async (company_id: string) => (await (await read(`?company_id=${company_id}`)).json()) as Manifest;

describe('the manifest', () => {
  test('is the app’s own for nobody, for what is no company, and for one that is suspended', async () => {
    const { company_id } = await registerCompany(app);
    await app.sql(`UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1`, [company_id]);
    const unknown = '0190aaaa-0000-7000-8000-000000000000';
    for (const query of [
      '',
      '?company_id=',
      `?company_id=${unknown}`,
      `?company_id=${company_id}`,
      `?company_id=${company_id}&company_id=${company_id}`,
      `?company_id=${encodeURIComponent("' OR 1=1")}`,
    ]) {
      const answer = await read(query);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/manifest+json; charset=utf-8',
      ]);
      expect(await answer.json(), query).toEqual(own);
    }
  });

  test('has the company’s name, colour and nothing more of it; each has its own', async () => {
    const [one, other] = [
      await registerCompany(app, { company_name: 'Brackenford' }),
      await registerCompany(app, { company_name: 'Saltmarsh' }),
    ];
    await one.owner.call(company.update, { color_theme: 'Custom_Mob_1', settings: { time_zone: 'Europe/London' } });
    const names = { name: 'Brackenford', short_name: 'Brackenford' };
    const colours = { theme_color: '#f2f2f5', background_color: '#fdfcfe' };
    expect(await manifestOf(one.company_id)).toEqual({ ...own, ...names, ...colours });
    expect((await manifestOf(other.company_id)).name).toBe('Saltmarsh');
    // Whose session comes with it says nothing.
    const headers = { cookie: 'limelight_session=x', 'company-id': other.company_id };
    const asked = await fetch(`${app.url}${API_BASE}${company.MANIFEST_PATH}?company_id=${one.company_id}`, {
      headers,
    });
    expect(((await asked.json()) as Manifest).name).toBe('Brackenford');
    expect(asked.headers.get('cache-control')).toBe('no-store');
  });
});

describe('icons', () => {
  const pictureAt = async (src: string) => {
    const answer = await fetch(new URL(src, app.url));
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get('content-type'), bytes };
  };

  test('are squares of the logo, and go with it', async () => {
    const { owner, company_id } = await registerCompany(app);
    const { download_url, s3_key } = await upload(owner, png(300, 120), LOGO);
    await owner.call(company.update, { company_logo: download_url });
    const { icons } = await manifestOf(company_id);
    expect(icons.map(({ src, purpose }) => [src, purpose])).toEqual([
      [`${download_url}?icon=192`, 'any'],
      [`${download_url}?icon=512`, 'any'],
      [`${download_url}?icon=maskable`, 'maskable'],
    ]);
    for (const [at, side] of [192, 512, 512].entries()) {
      const { status, type, bytes } = await pictureAt(icons[at]?.src ?? '');
      expect([status, type]).toEqual([200, 'image/png']);
      const { width, height, channels } = await sharp(bytes).metadata();
      expect({ width, height }).toEqual({ width: side, height: side });
      // What a system cuts off has the ground's colour, and nothing shows through.
      const corner = await sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
      expect([...corner].slice(0, channels)).toEqual(at === 2 ? [255, 255, 255] : [0, 0, 0, 0]);
    }
    const { store } = createFileStore(app.app.context.config, '');
    const keys = ['192', '512', 'maskable'].map((shape) => `${s3_key}.icon-${shape}.png`);
    for (const key of keys) expect(await store.size(key)).toBeGreaterThan(0);

    await owner.call(company.update, { company_logo: null });
    expect((await manifestOf(company_id)).icons).toEqual(own.icons);
    await app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE company_id = $1", [company_id]);
    expect(await sweepFiles(app.app.context, store, [])).toBe(1);
    for (const key of keys) expect(await store.size(key)).toBeUndefined();
  });

  test('are of the app’s own icon, where there is one; the logo is that of the company all the same', async () => {
    const { owner, company_id } = await registerCompany(app);
    const stranger = await registerCompany(app);
    const [logo, icon, theirs] = [
      await upload(owner, png(300, 120), LOGO),
      await upload(owner, png(80, 80), { ...LOGO, name: 'icon.png' }),
      await upload(stranger.owner, png(40, 40), LOGO),
    ];
    const first = async () => (await manifestOf(company_id)).icons[0]?.src;
    const given = { company_logo: logo.download_url, settings: { app_icon: icon.download_url } };
    const { config } = await owner.call(company.update, given);
    expect([config.company_logo, config.settings.app_icon]).toEqual([logo.download_url, icon.download_url]);
    expect(await first()).toBe(`${icon.download_url}?icon=192`);
    expect((await pictureAt(`${icon.download_url}?icon=maskable`)).status).toBe(200);
    // In use, so that it stays.
    await app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE company_id = $1", [company_id]);
    const { store } = createFileStore(app.app.context.config, '');
    const logoInUse = async (tx: Tx) => [(await loadCompany(tx)).company_logo ?? ''];
    expect(await sweepFiles(app.app.context, store, [iconsInUse, logoInUse])).toBe(0);
    // Another company's is no icon of ours.
    await owner.call(company.update, { settings: { app_icon: theirs.download_url } });
    expect(await first()).toBe(`${logo.download_url}?icon=192`);
    await owner.call(company.update, { settings: { app_icon: null } });
    expect(await first()).toBe(`${logo.download_url}?icon=192`);
  });

  test('are of the company’s own logo alone: not of other files, other companies, other places', async () => {
    const { owner, company_id } = await registerCompany(app);
    const stranger = await registerCompany(app);
    const theirs = await upload(stranger.owner, png(40, 40), LOGO);
    const face = await upload(owner, png(40, 40), {
      folder: 'user-manage/employee',
      name: 'me.png',
      is_private: false,
    });
    const secret = await upload(owner, png(40, 40), { folder: 'chat', name: 'secret.png' });
    for (const logo of [theirs.download_url, face.download_url, 'https://example.com/logo.png', '/files/logo.png']) {
      await owner.call(company.update, { company_logo: logo });
      expect((await manifestOf(company_id)).icons, logo).toEqual(own.icons);
    }
    const [path = ''] = secret.download_url.split('?');
    for (const src of [`${face.download_url}?icon=512`, `${path}?icon=512`, `${secret.download_url}&icon=512`])
      expect((await pictureAt(src)).status, src).toBe(404);
    expect((await pictureAt(`${theirs.download_url}?icon=4000`)).status).toBe(404);
    expect((await pictureAt(`${theirs.download_url}?icon=192&icon=512`)).status).toBe(404);
    // Only who may configure chooses the logo.
    const ines = await addPerson(app, owner);
    await expect(ines.call(company.update, { company_logo: null })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  });
});

test('what is shared without a worker is not kept, and the page that says so opens', async () => {
  const body = new FormData();
  body.append('text', 'Look at this');
  body.append('files', new Blob(['x'.repeat(100_000)]), 'a.txt');
  const answer = await fetch(`${app.url}/share`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share']);
});
