// Helping a colleague in with a new password, and signing them out everywhere: who may, and what comes of it.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import { countSessions, endSessions, sendPasswordLink } from '#contract/people/access.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { close } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { mailsTo, resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { freshEmail, verdict } from './auth.fixture.ts';

const NEW = 'kestrel over 7 marshes';
const SUBJECT = 'Choose a new password';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const emailOf = ({ session }: TestClient): string => session?.employee_profile.work_email_id ?? '';
const audited = ({ company_id }: TestClient, action: string) =>
  app.sql<{ detail: object }>('SELECT detail FROM audit_event WHERE company_id = $1 AND action = $2', [
    company_id,
    action,
  ]);
const works = async (client: TestClient) => verdict(await client.raw(config.get, {}));

/** An owner, somebody who manages people and no roles, and a colleague at two devices. */
async function team(at = app) {
  const { owner } = await registerCompany(at);
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Personnel', permissions: ['people.manage'] });
  const [personnel, person] = [await addPerson(at, owner, { role_ids: [role_id] }), await addPerson(at, owner)];
  return { owner, personnel, person, again: await signIn(at.url, emailOf(person)) };
}

test.each([sendPasswordLink, countSessions, endSessions])(
  '$name: neither without permission, nor beyond one’s reach, nor for oneself',
  async (endpoint) => {
    const { owner, personnel, person } = await team();
    const ask = async (by: TestClient, { employee_id }: { employee_id: string }) =>
      verdict(await by.raw(endpoint, { employee_id }));
    for (const [by, whom] of [
      [person, personnel],
      [personnel, owner],
      [personnel, personnel],
      [owner, owner],
    ] as const)
      expect(await ask(by, whom)).toBe('403 NO_PERMISSION');
    const { owner: stranger } = await registerCompany(app);
    expect(await ask(stranger, person)).toBe('404 EMPLOYEE_NOT_FOUND');
    expect(await ask(owner, { employee_id: uuid() })).toBe('404 EMPLOYEE_NOT_FOUND');
    expect(await works(person)).toBe('200');
    expect(
      await mailsTo(app.dataDir, emailOf(owner)).then((mails) => mails.filter(({ subject }) => subject === SUBJECT)),
    ).toEqual([]);
    expect(await ask(personnel, person)).toBe('200');
    expect(await ask(owner, personnel)).toBe('200');
  },
);

describe('a link to choose a new password', () => {
  test('goes to the mailbox alone, works once, and ends all sessions', async () => {
    const { personnel, person, again } = await team();
    const { employee_id } = person;
    expect(await personnel.call(sendPasswordLink, { employee_id })).toBeNull();
    const mail = await waitForMail(app.dataDir, emailOf(person), 1, SUBJECT);
    expect(mail.text).toContain('an administrator of');
    // Until it is used, all is as it was.
    expect([await works(person), await works(again)]).toEqual(['200', '200']);
    const anyone = { token: resetTokenIn(mail), password: NEW, confirm_password: NEW };
    expect(verdict(await personnel.raw(auth.reset, anyone))).toBe('200');
    expect([await works(person), await works(again)]).toEqual(['401 AUTH_INVALID_TOKEN', '401 AUTH_INVALID_TOKEN']);
    expect((await signIn(app.url, emailOf(person), NEW)).session?.employee_id).toBe(employee_id);
    await expect(signIn(app.url, emailOf(person), PASSWORD)).rejects.toMatchObject({
      code: 'AUTH_INVALID_CREDENTIALS',
    });
    expect(await audited(personnel, 'people.password_link_sent')).toEqual([{ detail: { employee_id } }]);
  });

  test('is for accounts that are in use: not for who is invited, switched off or gone', async () => {
    const { owner, person } = await team();
    const { employee_id } = person;
    const ask = async (id = employee_id) => verdict(await owner.raw(sendPasswordLink, { employee_id: id }));
    const invited = uuid();
    const work_email_id = freshEmail();
    await owner.call(people.create, { employee_id: invited, first_name: 'Ingo', last_name: 'Invited', work_email_id });
    expect(await ask(invited)).toBe('400 INVALID_REQUEST');
    for (const status of ['INACTIVE', 'SUSPENDED'] as const) {
      await owner.call(people.setStatus, { employee_id, status });
      expect(await ask()).toBe('400 INVALID_REQUEST');
    }
    await owner.call(people.remove, { employee_id });
    expect(await ask()).toBe('404 EMPLOYEE_NOT_FOUND');
    for (const address of [work_email_id, emailOf(person)])
      expect((await mailsTo(app.dataDir, address)).filter(({ subject }) => subject === SUBJECT)).toEqual([]);
  });

  test('is sent five times in an hour, whoever asks', async () => {
    await using limited = await startTestApp({ rateFactor: 1 });
    const { owner, personnel, person } = await team(limited);
    const { employee_id } = person;
    for (let n = 0; n < 5; n++) await (n % 2 ? owner : personnel).call(sendPasswordLink, { employee_id });
    expect(verdict(await owner.raw(sendPasswordLink, { employee_id }))).toBe('429 TOO_MANY_REQUESTS');
    await waitForMail(limited.dataDir, emailOf(person), 5, SUBJECT);
    // Nobody else goes without for it.
    expect(await owner.call(sendPasswordLink, { employee_id: personnel.employee_id })).toBeNull();
  });
});

describe('signed out everywhere', () => {
  test('all their sessions are over at once, sockets too, and nobody else’s', async () => {
    const { owner, personnel, person, again } = await team();
    const { employee_id } = person;
    const sockets = await Promise.all([openSocket(person), openSocket(again)]);
    await using other = await openSocket(owner);
    expect(await personnel.call(countSessions, { employee_id })).toEqual({ living: 2 });
    expect(await personnel.call(endSessions, { employee_id })).toEqual({ ended: 2 });
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([close.session, close.session]);
    expect([await works(person), await works(again), await works(owner)]).toEqual([
      '401 AUTH_INVALID_TOKEN',
      '401 AUTH_INVALID_TOKEN',
      '200',
    ]);
    expect(other.messages.some(({ type }) => type === 'ready')).toBe(true);
    expect(await personnel.call(countSessions, { employee_id })).toEqual({ living: 0 });
    // There is nobody to sign out any more, and nothing to write down.
    expect(await personnel.call(endSessions, { employee_id })).toEqual({ ended: 0 });
    expect(await audited(owner, 'people.sessions_ended')).toEqual([{ detail: { employee_id, ended: 2 } }]);
    // The account is as it was.
    expect(await works(await signIn(app.url, emailOf(person)))).toBe('200');
    expect(await personnel.call(countSessions, { employee_id })).toEqual({ living: 1 });
  });

  test('a session that is over is not counted', async () => {
    const { personnel, person, again } = await team();
    const { employee_id } = person;
    await again.call(auth.logout, { session_id: again.session?.session_id ?? '' });
    expect(await personnel.call(countSessions, { employee_id })).toEqual({ living: 1 });
    await app.sql("UPDATE session SET last_used_at = now() - interval '15 days' WHERE session_id = $1", [
      person.session?.session_id,
    ]);
    expect(await personnel.call(countSessions, { employee_id })).toEqual({ living: 0 });
    // Nor is it among those that are ended: nobody was signed out.
    expect(await personnel.call(endSessions, { employee_id })).toEqual({ ended: 0 });
    expect(await audited(personnel, 'people.sessions_ended')).toEqual([]);
  });
});
