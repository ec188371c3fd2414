// While a company is suspended nothing of it goes out, goes on, or is removed; what waits is done once it is served again.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as company from '#contract/company.ts';
import * as companies from '#contract/operator/companies.ts';
import * as importing from '#contract/people/spreadsheet/importing.ts';
import { docOf } from '#contract/rich-text.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { removeOld } from '#server/features/chat/messages/retention/retention-job.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo } from '#tests/kit/mails.ts';
import { told } from './notifications.fixture.ts';
import { newOperator } from './operator.fixture.ts';
import { check, csv, HEADINGS, settled } from './people-import.fixture.ts';
import { read, say, to } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('nothing is sent, mailed, imported or removed', async () => {
  const operator = await newOperator(app);
  const { owner, company_id } = await registerCompany(app);
  const mail = `pat-${uuid()}@bakery.example`;
  const pat = await addPerson(app, owner, { work_email_id: mail });
  const rows = async (of: string) => (await app.sql(`SELECT FROM ${of} AND company_id = $1`, [company_id])).length;
  const state = async () => ({
    messages: await rows('message WHERE true'),
    erased: await rows('message WHERE deleted_at IS NOT NULL'),
    people: await rows('employee WHERE true'),
    mails: (await mailsTo(app.dataDir, mail)).length,
  });

  await owner.call(company.update, { settings: { retention_days: 30 } });
  const old = await say(owner, to(pat), 'Long ago');
  await told(app);
  await app.sql("UPDATE message SET created_at = now() - interval '40 days' WHERE message_id = $1", [old.message_id]);
  const message_id = uuid();
  const due_at = new Date(Date.now() + 3_600_000).toISOString();
  await owner.call(scheduled.schedule, { ...to(pat), message_id, body: docOf('Later'), due_at });
  const { import_id } = await check(owner, csv(HEADINGS, ['New', 'One', `new-${uuid()}@bakery.example`, '1']));
  const due = await app.sql('SELECT FROM notification_waiting WHERE company_id = $1', [company_id]);
  expect(due, 'a mail in the morning').toHaveLength(1);

  await operator.call(companies.suspendCompany, { company_id });
  const before = await state();
  // All of it would be done now.
  await app.sql("UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1", [
    message_id,
  ]);
  await app.sql("UPDATE people_import SET status = 'running' WHERE import_id = $1", [import_id]);
  await app.sql("UPDATE notification_waiting SET due_at = now() - interval '1 second' WHERE company_id = $1", [
    company_id,
  ]);
  expect(await sendDue(app.app.context)).toBe(0);
  expect(await removeOld(app.app.context)).toBe(0);
  await told(app);
  // Longer than the servers' own looks take: another company's import has gone through.
  const other = (await registerCompany(app)).owner;
  const theirs = await check(other, csv(HEADINGS, ['Other', 'One', `other-${uuid()}@bakery.example`, '1']));
  await other.call(importing.runImport, { import_id: theirs.import_id });
  await settled(other, theirs.import_id);
  expect(await state()).toEqual(before);
  const [waits] = await app.sql<{ status: string }>('SELECT status FROM people_import WHERE import_id = $1', [
    import_id,
  ]);
  expect(waits?.status).toBe('running');

  await operator.call(companies.resumeCompany, { company_id });
  expect(await sendDue(app.app.context)).toBe(1);
  expect(await removeOld(app.app.context)).toBe(1);
  expect((await settled(owner, import_id)).status).toBe('done');
  // The mail in the morning waits on, and is looked at anew.
  const asked = 'SELECT due_at > now() AS later FROM notification_waiting WHERE company_id = $1';
  expect(await app.sql(asked, [company_id])).toEqual([{ later: true }]);
  expect((await read(pat, to(owner))).items.map((one) => one.message_id)).toContain(message_id);
});
