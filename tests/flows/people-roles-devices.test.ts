// A permission given and taken, seen from two devices: what an open socket has told holds from then on, asked once and without patience,
// and what one may not hear any more is silent.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { createRole, updateRole, updateRoleMembers } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { type Heard, openSocket, type TestSocket } from '#tests/kit/socket.ts';
import { newSpace, some, write } from '../matrix/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const ROUNDS = 12;

/** Asked once, without patience. */
const mayManage = async (by: TestClient): Promise<boolean> =>
  (await by.raw(people.invite, { employee_id: uuid() })).status !== 403;

/** One of the person's devices, signed in by itself, with its open socket. */
interface Device {
  readonly client: TestClient;
  readonly socket: TestSocket;
}
const deviceOf = async (client: TestClient): Promise<Device> => ({ client, socket: await openSocket(client) });

/** Somebody at two devices. */
async function atTwoDevices() {
  const { owner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  const again = await signIn(app.url, ines.session?.employee_profile.work_email_id ?? '');
  const devices = [await deviceOf(ines), await deviceOf(again)];
  return { owner, ines, devices };
}

/** Resolves as the socket hears so many of them. */
async function hears(socket: TestSocket, name: string, times: number): Promise<void> {
  let count = 0;
  const seen = new Set<unknown>();
  await socket.waitFor((message): message is Heard => {
    if (message.type === 'event' && message.name === name && !seen.has(message)) {
      seen.add(message);
      count++;
    }
    return count >= times;
  });
}

test('a permission given or taken holds from the moment that its news has come, on each device', async () => {
  const { owner, ines, devices } = await atTwoDevices();
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Front desk', permissions: ['people.manage'] });
  const members = { role_id, add: [ines.employee_id] };
  const steps = [
    () => owner.call(updateRoleMembers, members),
    () => owner.call(updateRole, { role_id, permissions: ['audit.view'] }),
    () => owner.call(updateRole, { role_id, permissions: ['people.manage'] }),
    () => owner.call(updateRoleMembers, { role_id, remove: [ines.employee_id] }),
  ];
  // What she may do is remembered by now.
  for (const { client } of devices) expect(await mayManage(client)).toBe(false);
  for (let n = 0; n < ROUNDS; n++) {
    const given = n % 2 === 0;
    const told = devices.map(async ({ client, socket }) => {
      await hears(socket, 'people.self_changed', n + 1);
      return mayManage(client);
    });
    await (steps[n % steps.length] as () => Promise<unknown>)();
    expect(await Promise.all(told), `step ${n}`).toEqual([given, given]);
  }
  // What was read with other rights is forgotten; not so with each change of their own page.
  await ines.call(people.update, { employee_id: ines.employee_id, location: 'Elsewhere' });
  for (const { socket } of devices) {
    await hears(socket, 'people.self_changed', ROUNDS + 1);
    const told = socket.events.filter(({ name }) => name === 'people.self_changed');
    const changes = told.map(({ payload }) => (payload as { rights_changed?: boolean }).rights_changed === true);
    expect(changes).toEqual([...Array.from({ length: ROUNDS }, () => true), false]);
  }
  for (const { socket } of devices) socket.close();
}, 120_000);

test('whoever is let out of a space hears nothing more of it on any device', async () => {
  const { owner, ines, devices } = await atTwoDevices();
  const { employee_id } = ines;
  const space_id = await newSpace({ owner, word: 'Silent' }, 'private', [employee_id]);
  const text = (device: Device) => JSON.stringify(device.socket.messages);
  const say = async (words: string) => {
    await write(owner, { entity_type: 'space', entity_id: space_id }, words);
    // Heard by everybody, after what was said.
    const company_name = `Fence ${some()}`;
    await owner.call(company.update, { company_name });
    await Promise.all(
      devices.map(({ socket }) => socket.waitFor((m): m is Heard => JSON.stringify(m).includes(company_name))),
    );
  };
  await say('first words');
  for (const device of devices) expect(text(device)).toContain('first words');
  await owner.call(spaces.removeMember, { space_id, employee_id });
  await say('second words');
  for (const device of devices) expect(text(device)).not.toContain('second words');
  await owner.call(spaces.addMembers, { space_id, employee_ids: [employee_id] });
  await say('third words');
  for (const device of devices) expect(text(device)).toContain('third words');
  for (const { socket } of devices) socket.close();
});
