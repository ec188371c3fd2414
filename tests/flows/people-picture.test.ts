// The picture of somebody else: who may give it, and which file it may be. Real uploads, over both stores alike.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import * as leaving from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { sweepFiles } from '#server/features/files/sweep.ts';
import { createFileStore } from '#server/platform/files/open-store.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { png, presign, upload } from '#tests/kit/files.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { FACES, overBothStores } from './files.fixture.ts';

const face = async (by: TestClient, bytes = png()): Promise<string> =>
  (await upload(by, bytes, { ...FACES, name: `${uuid()}.png` })).download_url;
const shown = async (by: TestClient, employee_id: string) =>
  (await by.call(people.meta, { employee_id, select: ['profile_url'] })).profile_url;
const show = (by: TestClient, employee_id: string, profile_url: string | null) =>
  by.call(people.update, { employee_id, profile_url });
const refused = { code: 'INVALID_REQUEST', status: 400 };

overBothStores('the picture of somebody else', (at) => {
  const manager = async (): Promise<TestClient> => {
    const { items } = await at.owner.call(listRoles, {});
    const role_ids = items.flatMap(({ role_name, role_id }) => (role_name === 'People manager' ? [role_id] : []));
    return addPerson(at.app, at.owner, { role_ids });
  };

  test('is given, replaced and taken away by who may manage people, at once and for everybody', async () => {
    const by = await manager();
    const { employee_id } = at.colleague;
    await using socket = await openSocket(at.colleague);
    for (const profile_url of [await face(by), await face(by), null]) {
      await show(by, employee_id, profile_url);
      expect(await shown(at.owner, employee_id)).toBe(profile_url);
      const heard = () =>
        socket.events
          .flatMap(({ name, payload }) => (name === 'people.changed' ? [payload as people.Person] : []))
          .at(-1);
      await expect.poll(() => heard()).toMatchObject({ employee_id, profile_url });
    }
  });

  test('comes with somebody new', async () => {
    const by = await manager();
    const employee_id = uuid();
    const given = { employee_id, first_name: 'Ada', last_name: 'New', work_email_id: `${employee_id}@faces.example` };
    const theirs = await face(at.colleague);
    await expect(by.call(people.create, { ...given, profile_url: theirs })).rejects.toMatchObject(refused);
    const profile_url = await face(by);
    const { employee } = await by.call(people.create, { ...given, profile_url });
    expect(employee).toMatchObject({ employee_id, profile_url });
    expect((await at.get(profile_url)).status).toBe(200);
  });

  test('is none of theirs who manage nobody', async () => {
    const { employee_id } = at.owner;
    const profile_url = await face(at.colleague);
    for (const url of [profile_url, null])
      await expect(show(at.colleague, employee_id, url)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    await show(at.colleague, at.colleague.employee_id, profile_url);
    expect(await shown(at.owner, at.colleague.employee_id)).toBe(profile_url);
    await show(at.colleague, at.colleague.employee_id, null);
  });

  test('is a picture of people that one has uploaded oneself, of one’s own company, and at that very address', async () => {
    const by = await manager();
    const { employee_id } = await addPerson(at.app, at.owner);
    const mine = await face(by);
    const never = await presign(by, { ...FACES, name: 'never.png' });
    const { company_id } = by;
    const wrong = {
      'somebody else’s': await face(at.owner),
      'another company’s': await face(at.stranger),
      'a note of their own': (await upload(by, 'words', {})).download_url,
      'a picture of a message': (await upload(by, png(), { folder: 'chat', name: 'a.png' })).download_url,
      'one for themselves alone': (await upload(by, png(), { ...FACES, is_private: true, name: 'p.png' })).download_url,
      'what never arrived': `/api/files/${company_id}/${never.file_id}/never.png`,
      'no file': `/api/files/${company_id}/${uuid()}/a.png`,
      'no id': `/api/files/${company_id}/${'-'.repeat(36)}/a.png`,
      'another name': `${mine}x`,
      'with something behind': `${mine}?by=${uuid()}`,
      'with an origin': `https://elsewhere.example${mine}`,
      'written otherwise': mine.replace('/api/files/', '/api/%66iles/'),
      'by a way round': mine.replace('/api/files/', '/api/x/../files/'),
      'with a slash more': mine.replace('/api/', '/api//'),
    };
    for (const [what, url] of Object.entries(wrong))
      await expect(show(by, employee_id, url), what).rejects.toMatchObject(refused);
    expect(await shown(by, employee_id)).toBeNull();
    // Nor for oneself.
    await expect(show(by, by.employee_id, wrong['somebody else’s'])).rejects.toMatchObject(refused);
    await show(by, employee_id, mine);
    // As it is it stays, whoever saves the rest.
    await at.owner.call(people.update, { employee_id, profile_url: mine, location: 'Mill Lane' });
    expect(await shown(by, employee_id)).toBe(mine);
  });

  test('is gone with who is erased, also if somebody else has uploaded it', async () => {
    const by = await manager();
    const [gone, other] = [await addPerson(at.app, at.owner), await addPerson(at.app, at.owner)];
    const [alone, shared] = [await face(by), await face(by)];
    for (const [{ employee_id }, url] of [
      [gone, shared],
      [other, shared],
    ] as const)
      await show(by, employee_id, url);
    const erase = async ({ employee_id }: TestClient) => {
      await at.owner.call(people.remove, { employee_id });
      await at.owner.call(leaving.eraseLeaver, { employee_id });
    };
    await erase(gone);
    // The other one shows it, too.
    expect((await at.get(shared)).status).toBe(200);
    await show(by, other.employee_id, alone);
    await erase(other);
    expect((await at.get(alone)).status).toBe(404);
  });

  test('is gone from its address and from the store once another one took its place, unless somebody shows it still', async () => {
    const by = await manager();
    const [ada, ben, cleo] = [
      await addPerson(at.app, at.owner),
      await addPerson(at.app, at.owner),
      await addPerson(at.app, at.owner),
    ];
    // Large enough to have a preview.
    const [first, second, shared, kept] = [
      await face(by, png(1200, 900)),
      await face(by),
      await face(by),
      await face(by),
    ];
    await show(by, ada.employee_id, first);
    expect((await at.get(`${first}?preview=1`)).status).toBe(200);
    await show(by, ada.employee_id, second);
    expect([(await at.get(first)).status, (await at.get(`${first}?preview=1`)).status]).toEqual([404, 404]);
    expect((await at.get(second)).status).toBe(200);
    const keysOf = (url: string) => at.kept().keys.filter((key) => key.includes(url.split('/').at(-1) ?? ''));
    expect(keysOf(first)).toHaveLength(2);
    const { context } = at.app.app;
    await sweepFiles(context, createFileStore(context.config, '').store, []);
    expect([keysOf(first), keysOf(second).length]).toEqual([[], 1]);
    // Nobody is shown with it again by a page of before.
    await expect(show(by, ada.employee_id, first)).rejects.toMatchObject(refused);
    // Two with one picture, and somebody who may come back with theirs.
    for (const { employee_id } of [ada, ben]) await show(by, employee_id, shared);
    await show(by, ada.employee_id, null);
    expect((await at.get(second)).status).toBe(404);
    expect((await at.get(shared)).status).toBe(200);
    await show(by, cleo.employee_id, kept);
    await show(by, ben.employee_id, kept);
    await at.owner.call(people.remove, { employee_id: cleo.employee_id });
    await show(by, ben.employee_id, null);
    expect([(await at.get(shared)).status, (await at.get(kept)).status]).toEqual([404, 200]);
    await at.owner.call(leaving.restoreLeaver, { employee_id: cleo.employee_id });
    expect(await shown(by, cleo.employee_id)).toBe(kept);
  });
});
