// How a company looks: an accent of its own, its logo, what its app is called; who may say so, and who is told.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as company from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import { inProject } from '#tools/lib/project.mjs';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { png, presign, upload } from '../kit/files.ts';
import { openSocket } from '../kit/socket.ts';

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

const manifestOf = async (company_id: string) => {
  const answer = await fetch(`${app.url}${API_BASE}${company.MANIFEST_PATH}?company_id=${company_id}`);
  return (await answer.json()) as Record<string, unknown>;
};

test('an accent of the company’s own is a fifth theme as long as it is worn, told to everybody and audited', async () => {
  const { owner, company_id } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await using socket = await openSocket(ines);
  await owner.call(company.update, { color_theme: 'Custom_0b6bcb' });
  const event = await socket.waitForEvent('company.config_changed');
  expect(event.payload).toMatchObject({ color_theme: 'Custom_0b6bcb' });
  const themes = () => ines.call(company.listThemes, { company_id });
  const own = {
    theme_id: 'Custom_0b6bcb',
    name: 'Custom_0b6bcb',
    accent: '#0b6bcb',
    gray: 'olive',
    selected: true,
  };
  expect((await themes()).map(({ name, selected }) => [name, selected])).toEqual([
    ['default', false],
    ['Custom_Mob_1', false],
    ['Custom_Eventlink', false],
    ['Custom_Tron', false],
    ['Custom_0b6bcb', true],
  ]);
  expect((await themes()).at(-1)).toEqual(own);
  await owner.call(company.update, { color_theme: 'Custom_Mob_1' });
  expect(await themes()).toHaveLength(4);
  const { items } = await owner.call(listAudit, { limit: 10 });
  expect(items.filter(({ action }) => action === 'company.config_changed')).toHaveLength(2);
});

test('an accent that no label can be read on is refused with its place, and the one before stays', async () => {
  const { owner } = await registerCompany(app);
  await owner.call(company.update, { color_theme: 'Custom_Tron' });
  const { status, body } = await owner.raw(company.update, { color_theme: 'Custom_7a7a7a' });
  expect([status, body.error_code, body.data]).toEqual([
    400,
    'INVALID_CONFIG_SETTING',
    [{ path: 'color_theme', message: 'Labels on it must have a contrast of 4.5:1' }],
  ]);
  expect((await owner.call(company.get, {})).color_theme).toBe('Custom_Tron');
});

test('the installed app has the names and the colours that the company gave it', async () => {
  const { owner, company_id } = await registerCompany(app, { company_name: 'Brackenford' });
  const settings = { app_name: 'Brackenford Hub', app_short_name: 'Hub' };
  await owner.call(company.update, { color_theme: 'Custom_0b6bcb', settings });
  const { theme_color, ...rest } = await manifestOf(company_id);
  expect(rest).toMatchObject({ name: 'Brackenford Hub', short_name: 'Hub' });
  expect(theme_color).toMatch(/^#e[0-9a-f]{5}$/);
  await owner.call(company.update, { settings: { app_name: null, app_short_name: null } });
  expect(await manifestOf(company_id)).toMatchObject({ name: 'Brackenford', short_name: 'Brackenford' });
});

test('a logo lands in the branding folder of the company, for who may configure it alone', async () => {
  const { owner, company_id } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  const logo = { folder: 'branding', name: 'logo.png', is_private: false };
  await expect(presign(ines, logo)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  const { download_url, s3_key } = await upload(owner, png(64, 64), logo);
  expect(s3_key).toMatch(new RegExp(`^${company_id}/branding/`));
  await owner.call(company.update, { company_logo: download_url });
  expect(await ines.call(company.get, {})).toMatchObject({ company_logo: download_url });
  expect((await manifestOf(company_id))['icons']).toHaveLength(3);
});
