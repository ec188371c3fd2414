// What a company stands for: in its own order, found by a word, seen by everybody and written by who may configure.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { listValues, MOST_VALUES, updateValues } from '#contract/company/values.ts';
import * as company from '#contract/company.ts';
import { iconsInUse } from '#server/features/company/service.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { addPerson, registerCompany, signIn } from '../kit/factory.ts';
import { png, upload } from '../kit/files.ts';
import { openSocket } from '../kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const named = (name: string, more: object = {}) => ({ value_id: uuid(), name, icon_url: null, ...more });

describe('values', () => {
  test('are written whole, keep their order, and everybody hears the configuration with them', async () => {
    const { owner } = await registerCompany(app);
    const ines = await addPerson(app, owner);
    await using socket = await openSocket(ines);
    expect(await ines.call(listValues, {})).toEqual([]);
    const [safe, kind] = [named('Safe hands', { description: 'We look after each other.' }), named('Kindness')];
    const { values } = await owner.call(updateValues, { values: [safe, kind] });
    expect(values).toEqual([safe, { ...kind, description: '' }]);
    const { payload } = await socket.waitForEvent('company.config_changed');
    expect(payload).toEqual(await ines.call(company.get, {}));
    expect((payload as { values: object[] }).values).toEqual([
      { value_id: safe.value_id, name: 'Safe hands', icon_url: null },
      { value_id: kind.value_id, name: 'Kindness', icon_url: null },
    ]);
    // The other way round, one renamed; what it means stays where nothing is said of it.
    const { value_id, icon_url } = safe;
    await owner.call(updateValues, { values: [kind, { value_id, icon_url, name: 'Safe pair of hands' }] });
    expect((await ines.call(listValues, {})).map(({ name, description }) => [name, description])).toEqual([
      ['Kindness', ''],
      ['Safe pair of hands', 'We look after each other.'],
    ]);
    const same = await owner.call(updateValues, { values: [kind, { ...safe, name: 'Safe pair of hands' }] });
    expect(same.events).toEqual([]);
    await owner.call(updateValues, { values: [] });
    expect(await ines.call(listValues, {})).toEqual([]);
    const { items } = await owner.call(listAudit, { limit: 20 });
    expect(items.filter(({ action }) => action === 'company.values_changed')).toHaveLength(3);
  });

  test('are found by a word in their name or what they mean, whatever the case', async () => {
    const { owner } = await registerCompany(app);
    const courage = named('Courage', { description: '100% of the truth' });
    await owner.call(updateValues, { values: [courage, named('Österreich first')] });
    const found = async (search: string) => (await owner.call(listValues, { search })).map(({ name }) => name);
    expect(await found('COURAGE')).toEqual(['Courage']);
    expect(await found('100%')).toEqual(['Courage']);
    expect(await found('öster')).toEqual(['Österreich first']);
    expect(await found('nothing of it')).toEqual([]);
  });

  test.each([
    [[named('Kind'), named('KIND')], ['values.1.name']],
    [
      [
        { ...named('One'), value_id: '01900000-0000-7000-8000-000000000001' },
        { ...named('Two'), value_id: '01900000-0000-7000-8000-000000000001' },
      ],
      ['values.1.value_id'],
    ],
    [Array.from({ length: MOST_VALUES + 1 }, (_, at) => named(`Value ${at}`)), ['values']],
  ])('refused with its places, nothing kept', async (values, places) => {
    const { owner } = await registerCompany(app);
    await owner.call(updateValues, { values: [named('Before')] });
    const { status, body } = await owner.raw(updateValues, { values });
    expect([status, body.error_code]).toEqual([400, 'INVALID_CONFIG_SETTING']);
    expect((body.data as { path: string }[]).map(({ path }) => path)).toEqual(places);
    expect((await owner.call(listValues, {})).map(({ name }) => name)).toEqual(['Before']);
  });

  test('are of their company alone, and for who may configure it', async () => {
    const { owner } = await registerCompany(app);
    const stranger = await registerCompany(app);
    const ines = await addPerson(app, owner);
    const value = named('Ours');
    await owner.call(updateValues, { values: [value] });
    await expect(ines.call(updateValues, { values: [] })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // The same id elsewhere is another value.
    await stranger.owner.call(updateValues, { values: [{ ...value, name: 'Theirs' }] });
    expect((await ines.call(listValues, {})).map(({ name }) => name)).toEqual(['Ours']);
    await stranger.owner.call(updateValues, { values: [] });
    expect(await ines.call(listValues, {})).toHaveLength(1);
  });

  test('two who write at once leave one of both, whole', async () => {
    const { owner } = await registerCompany(app);
    const [a, b] = [
      [named('A1'), named('A2')],
      [named('B1'), named('B2')],
    ];
    await Promise.all([a, b].map((values) => owner.call(updateValues, { values })));
    const names = (await owner.call(listValues, {})).map(({ name }) => name).join();
    expect(['A1,A2', 'B1,B2']).toContain(names);
  });

  test('who made a list from an older one is told so, and undoes nothing', async () => {
    const { owner, email } = await registerCompany(app);
    // The same person at another device.
    const ines = await signIn(app.url, email);
    await owner.call(updateValues, { values: [named('Care'), named('Courage')] });
    const seen = await ines.call(listValues, {});
    const [care, courage] = seen as [(typeof seen)[0], (typeof seen)[0]];
    const [hers, his] = [{ ...care, description: 'For each other' }, named('Wit', { description: '' })];
    await ines.call(updateValues, { values: [hers, courage], seen });
    const late = await owner.raw(updateValues, { values: [care, courage, his], seen });
    expect([late.status, late.body.error_code]).toEqual([409, 'COMPANY_VALUES_CHANGED']);
    expect(await owner.call(listValues, {})).toEqual([hers, courage]);
    // The same once more changes nothing, so there is nothing to refuse.
    expect((await ines.call(updateValues, { values: [hers, courage], seen })).events).toEqual([]);
    const now = await owner.call(listValues, {});
    await owner.call(updateValues, { values: [...now, his], seen: now });
    expect(await ines.call(listValues, {})).toEqual([hers, courage, his]);
    // Two at once from the same list: one of them is told.
    const both = await Promise.all(
      [owner, ines].map((by, at) =>
        by.raw(updateValues, { values: [named(`Only ${at}`)], seen: [hers, courage, his] }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(await owner.call(listValues, {})).toHaveLength(1);
  });

  test('keep their pictures: what a value shows is not swept, and what none shows any more is', async () => {
    const { owner, company_id } = await registerCompany(app);
    const icon = { folder: 'config/values', name: 'hands.png', is_private: false };
    const { download_url, s3_key } = await upload(owner, png(40, 40), icon);
    expect(s3_key).toMatch(new RegExp(`^${company_id}/config/values/`));
    await owner.call(updateValues, { values: [named('Safe hands', { icon_url: download_url })] });
    const old = () =>
      app.sql("UPDATE file SET used_at = now() - interval '15 days' WHERE company_id = $1", [company_id]);
    const { context } = app.app;
    const { store } = createFileStore(context.config, '');
    const there = async () => (await fetch(new URL(download_url, app.url))).status;
    await old();
    await sweepFiles(context, store, [iconsInUse]);
    expect(await there()).toBe(200);
    await owner.call(updateValues, { values: [] });
    await old();
    await sweepFiles(context, store, [iconsInUse]);
    expect(await there()).toBe(404);
  });
});
