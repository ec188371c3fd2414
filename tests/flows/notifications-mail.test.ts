// The mail in the morning: what waits for who has no device that takes pushes, all along or by the end of their quiet hours. Times are
// set in the database.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { updateSettings } from '#contract/notifications/writes.ts';
import type { Week } from '#contract/week.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { ALWAYS, pushedOf, told } from './notifications.fixture.ts';
import { subscribe, type TestDevice } from './push.fixture.ts';
import { say, to } from './talk.ts';

const NEVER: Week = Array(7).fill(null);
let service: PushService;
let app: TestApp;
let owner: TestClient;
let kwame: TestClient;
let mail: string;
let ines: TestClient;
let phone: TestDevice;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({}, { outbound: service.outbound });
  ({ owner } = await registerCompany(app, { company_name: 'Bakery' }));
  await owner.call(company.update, { settings: { awake: ALWAYS } });
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});
beforeEach(async () => {
  mail = `ines-${uuid()}@bakery.example`;
  kwame = await addPerson(app, owner, { first_name: 'Kwame', last_name: 'Mensah' });
  ines = await addPerson(app, owner, { first_name: 'Ines', last_name: 'Costa', work_email_id: mail });
  phone = await subscribe(service, ines);
});

const titles = () => pushedOf(service, phone).map(({ title, body }) => `${title}: ${body}`);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** What waits for somebody is looked at now. */
async function lookNow({ employee_id }: TestClient): Promise<void> {
  await app.sql("UPDATE notification_waiting SET due_at = now() - interval '1 second' WHERE employee_id = $1", [
    employee_id,
  ]);
  // Something happens, so that nobody waits for the next look.
  await say(owner, to(owner), 'A note');
}
const waits = (of: TestClient) =>
  app.sql<{ means: string; due_at: string }>('SELECT means, due_at FROM notification_waiting WHERE employee_id = $1', [
    of.employee_id,
  ]);

describe('the mail in the morning', () => {
  const withdraw = () => app.sql('DELETE FROM device WHERE employee_id = $1', [ines.employee_id]);
  const digests = async () => (await mailsTo(app.dataDir, mail)).filter(({ subject }) => subject.startsWith('Waiting'));

  test('says what waits to who has no device, once, and how to end it', async () => {
    await withdraw();
    for (const text of ['One', 'Two']) await say(kwame, to(ines), text);
    await told(app);
    const [waiting] = await waits(ines);
    expect(waiting?.means).toBe('mail');
    expect(Date.parse(waiting?.due_at ?? '')).toBeGreaterThan(Date.now() + 2 * 3_600_000);
    await lookNow(ines);
    await told(app);
    // The first is the invitation.
    const letter = await waitForMail(app.dataDir, mail, 2);
    expect(letter.subject).toBe('Waiting for you: 2 direct messages');
    for (const words of [
      'Good morning Ines',
      'at Bakery: 2 direct messages.',
      'from Kwame Mensah',
      '/settings/notifications',
    ])
      expect(letter.text).toContain(words);
    expect(letter.text).not.toMatch(/One|Two/);
    await say(kwame, to(ines), 'Three');
    await told(app);
    await lookNow(ines);
    await told(app);
    expect((await waitForMail(app.dataDir, mail, 3)).subject).toBe('Waiting for you: 1 direct message');
  });

  test('does not come where it is not wanted, nothing waits, or a device takes pushes', async () => {
    await withdraw();
    await ines.call(updateSettings, { mail_digest: false });
    await say(kwame, to(ines), 'One');
    await told(app);
    expect(await waits(ines)).toEqual([]);
    await ines.call(updateSettings, { mail_digest: true });
    const { conversation_id, seq } = await say(kwame, to(ines), 'Two');
    await told(app);
    await ines.call(chat.markRead, { conversation_id, read_seq: seq });
    await lookNow(ines);
    await told(app);
    await say(kwame, to(ines), 'Three');
    await told(app);
    await subscribe(service, ines);
    await lookNow(ines);
    await told(app);
    await sleep(200);
    expect([await digests(), await waits(ines)]).toEqual([[], []]);
  });

  /** A message was held back so many hours ago; after `meanwhile` their quiet hours end. */
  async function held(hours: number, meanwhile: () => Promise<unknown>): Promise<void> {
    await ines.call(updateSettings, { awake: NEVER });
    await say(kwame, to(ines), 'Held');
    await told(app);
    await app.sql('UPDATE notification_waiting SET since = since - make_interval(hours => $2) WHERE employee_id = $1', [
      ines.employee_id,
      hours,
    ]);
    await meanwhile();
    await say(kwame, to(ines), 'Later');
    await told(app);
    await app.sql('UPDATE notification_setting SET awake = NULL WHERE employee_id = $1', [ines.employee_id]);
    await app.sql("UPDATE notification_waiting SET due_at = now() WHERE employee_id = $1 AND means = 'push'", [
      ines.employee_id,
    ]);
    await say(owner, to(owner), 'A note');
    await told(app);
  }
  async function noPushes(): Promise<void> {
    const set = (push: boolean) =>
      owner.call(company.updateModules, { company_id: owner.company_id, modules: { push } });
    onTestFinished(async () => void (await set(true)));
    await set(false);
  }

  test.each([
    ['device is gone', withdraw],
    [
      'session is over',
      () => app.sql('UPDATE session SET expires_at = now() WHERE employee_id = $1', [ines.employee_id]),
    ],
    ['company has pushes switched off', noPushes],
  ])('says what was held back overnight if the %s by morning, with what came since', async (_, meanwhile) => {
    await held(30, meanwhile);
    // The first is the invitation.
    expect((await waitForMail(app.dataDir, mail, 2)).subject).toBe('Waiting for you: 2 direct messages');
    expect([titles(), await waits(ines)]).toEqual([[], []]);
  });

  test('says what was held back a moment ago the next morning only, as if there had been no device', async () => {
    await held(1, withdraw);
    const [waiting, ...none] = await waits(ines);
    expect([waiting?.means, none]).toEqual(['mail', []]);
    expect(Date.parse(waiting?.due_at ?? '')).toBeGreaterThan(Date.now() + 3_600_000);
    await lookNow(ines);
    await told(app);
    expect((await waitForMail(app.dataDir, mail, 2)).subject).toBe('Waiting for you: 2 direct messages');
  });

  test('does not come of what was held back where it is not wanted', async () => {
    await ines.call(updateSettings, { mail_digest: false });
    await held(30, withdraw);
    await sleep(200);
    expect([await digests(), await waits(ines)]).toEqual([[], []]);
  });
});
