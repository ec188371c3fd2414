// The company's configuration: who may change it, what is refused, and who hears of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { AWAKE } from '#contract/notifications/awake.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const SETTINGS = {
  app_name: null,
  app_short_name: null,
  app_icon: null,
  time_zone: 'UTC',
  password_min_length: 8,
  link_previews: false,
  awake: AWAKE,
  work_week: [0, 1, 2, 3, 4],
  retention_days: null,
  deactivated_days: 90,
  space_creation: 'everybody',
  currency: 'GBP',
  point_unit_value: 0.01,
};
const NO_PERMISSION = { code: 'NO_PERMISSION', status: 403 };

describe('configuration', () => {
  test('a fresh company has lime, every module, and the defaults', async () => {
    const { owner, company_id } = await registerCompany(app, { company_name: 'Brackenford' });
    expect(await owner.call(company.get, {})).toEqual({
      company_id,
      company_name: 'Brackenford',
      company_logo: null,
      color_theme: 'default',
      values: [],
      modules: { chat: true, people: true, push: true },
      settings: SETTINGS,
    });
  });

  test('changes what is given; everybody hears the whole; the copy and the event are what a fresh read gives', async () => {
    const { owner } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await using socket = await openSocket(ines);
    await owner.call(company.update, { color_theme: 'Custom_Tron', settings: { time_zone: 'Europe/London' } });
    const { config, events } = await owner.call(company.update, {
      company_name: 'Brackenford Bakery',
      company_logo: '/files/logo.png',
      settings: { password_min_length: 12 },
    });
    expect(config).toMatchObject({
      company_name: 'Brackenford Bakery',
      company_logo: '/files/logo.png',
      color_theme: 'Custom_Tron',
      settings: { ...SETTINGS, time_zone: 'Europe/London', password_min_length: 12 },
    });
    expect(events.map(({ name, payload }) => [name, payload])).toEqual([['company.config_changed', config]]);
    await expect
      .poll(() => socket.events.map((event) => event.name))
      .toEqual(['company.config_changed', 'company.config_changed']);
    expect(socket.events[1]?.payload).toEqual(config);
    expect(await ines.call(company.get, {})).toEqual(config);
    expect((await owner.call(company.update, { company_logo: null })).config.company_logo).toBeNull();
    expect((await owner.call(company.update, { company_logo: null })).events).toEqual([]);
  });

  test('is for who may configure', async () => {
    const { owner } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await expect(ines.call(company.update, { color_theme: 'Custom_Tron' })).rejects.toMatchObject(NO_PERMISSION);
    expect(await ines.call(company.get, {})).toMatchObject({ color_theme: 'default' });
  });

  test.each([
    [{ color_theme: 'Custom_Gold' }, ['color_theme']],
    [{ color_theme: 'constructor' }, ['color_theme']],
    [{ settings: { time_zone: 'Mars/Olympus' } }, ['settings.time_zone']],
    [{ settings: { password_min_length: 5 }, color_theme: 'lime' }, ['color_theme', 'settings.password_min_length']],
    [{ settings: { password_min_length: 500 } }, ['settings.password_min_length']],
    [{ settings: { telegraph: true } }, ['settings.telegraph']],
    [{ settings: { retention_days: 7 } }, ['settings.retention_days']],
    [{ settings: { deactivated_days: 29 } }, ['settings.deactivated_days']],
    [{ settings: { currency: 'ZZZ', point_unit_value: -1 } }, ['settings.currency', 'settings.point_unit_value']],
    [{ settings: { space_creation: 'nobody', work_week: [] } }, ['settings.work_week', 'settings.space_creation']],
    [{ color_theme: 'Custom_7a7a7a' }, ['color_theme']],
  ])('%j is INVALID_CONFIG_SETTING with its places, and nothing of it is kept', async (input, places) => {
    const { owner } = await registerCompany(app);
    const before = await owner.call(company.get, {});
    const { status, body } = await owner.raw(company.update, { company_name: 'Changed', ...input });
    expect([status, body.error_code]).toEqual([400, 'INVALID_CONFIG_SETTING']);
    expect((body.data as { path: string }[]).map((problem) => problem.path)).toEqual(places);
    expect(await owner.call(company.get, {})).toEqual(before);
  });

  test('two at once lose nothing of each other', async () => {
    const { owner } = await registerCompany(app);
    await Promise.all([
      owner.call(company.update, { settings: { time_zone: 'Asia/Kolkata' } }),
      owner.call(company.update, { settings: { password_min_length: 10 } }),
      owner.call(company.update, { color_theme: 'Custom_Eventlink' }),
      owner.call(company.updateModules, { company_id: owner.company_id, modules: { people: false } }),
    ]);
    expect(await owner.call(company.get, {})).toMatchObject({
      color_theme: 'Custom_Eventlink',
      modules: { chat: true, people: false },
      settings: { ...SETTINGS, time_zone: 'Asia/Kolkata', password_min_length: 10 },
    });
  });
});

test('the four themes, one of them selected', async () => {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.update, { color_theme: 'Custom_Mob_1' });
  const themes = await owner.call(company.listThemes, { company_id });
  expect(themes.map(({ name, accent, gray, selected }) => [name, accent, gray, selected])).toEqual([
    ['default', 'lime', 'olive', false],
    ['Custom_Mob_1', 'violet', 'olive', true],
    ['Custom_Eventlink', 'green', 'olive', false],
    ['Custom_Tron', 'orange', 'olive', false],
  ]);
});

describe('modules', () => {
  test('switching one off stops its calls at once for everybody, and back on lets them through', async () => {
    const { owner, company_id } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await using socket = await openSocket(ines);
    expect((await ines.raw(chat.listConversations, {})).status).toBe(200);
    const { modules, events } = await owner.call(company.updateModules, { company_id, modules: { chat: false } });
    expect(modules).toEqual({ chat: false, people: true, push: true });
    expect(events.map(({ name, payload }) => [name, payload])).toEqual([['company.modules_changed', { modules }]]);
    expect((await ines.raw(chat.listConversations, {})).body.error_code).toBe('NO_PERMISSION');
    expect((await socket.waitForEvent('company.modules_changed')).payload).toEqual({ modules });
    expect(await ines.call(company.getModules, { company_id })).toEqual(modules);
    await owner.call(company.updateModules, { company_id, modules: { chat: true } });
    expect((await ines.raw(chat.listConversations, {})).status).toBe(200);
  });

  test('an unknown name is INVALID_CONFIG_SETTING; the rest of the request is not kept', async () => {
    const { owner, company_id } = await registerCompany(app);
    await expect(
      owner.call(company.updateModules, { company_id, modules: { chat: false, telegraph: true } }),
    ).rejects.toMatchObject({ code: 'INVALID_CONFIG_SETTING', status: 400, data: [{ path: 'modules.telegraph' }] });
    expect(await owner.call(company.getModules, {})).toEqual({ chat: true, people: true, push: true });
    expect((await owner.call(company.updateModules, { company_id, modules: { chat: true } })).events).toEqual([]);
  });

  test('are for who may manage them', async () => {
    const { owner, company_id } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await expect(ines.call(company.updateModules, { company_id, modules: { chat: false } })).rejects.toMatchObject(
      NO_PERMISSION,
    );
  });
});

test('another company named in the request is AUTH_WRONG_COMPANY, be it there or not', async () => {
  const { owner } = await registerCompany(app);
  const { company_id: foreign } = await registerCompany(app);
  for (const company_id of [foreign, '01900000-0000-7000-8000-000000000000']) {
    const refused = { code: 'AUTH_WRONG_COMPANY', status: 403 };
    await expect(owner.call(company.listThemes, { company_id })).rejects.toMatchObject(refused);
    await expect(owner.call(company.getModules, { company_id })).rejects.toMatchObject(refused);
    await expect(owner.call(company.updateModules, { company_id, modules: {} })).rejects.toMatchObject(refused);
  }
});

test('the general configuration carries the version of the specification, and what a point is worth to the company', async () => {
  const { owner } = await registerCompany(app);
  const { owner: other } = await registerCompany(app);
  await other.call(company.update, { settings: { currency: 'EUR', point_unit_value: 0.05 } });
  expect(await other.call(company.general, {})).toMatchObject({ point_unit_value: 0.05, currency: 'EUR' });
  expect(await owner.call(company.general, {})).toEqual({
    point_unit_value: 0.01,
    currency: 'GBP',
    survey_threshold: 5,
    upload_limits: { image: 10_000_000, file: 50_000_000 },
    version: 'v2.7.2-pushy-migration',
    features: { chat: true, people: true, push: true },
  });
});
