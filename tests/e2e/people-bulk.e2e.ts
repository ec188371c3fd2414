// Admin → People: what is done to several at once, and that it is said before what that means.
import { v7 as uuid } from 'uuid';
import { createDepartment } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER } from './kit/browser.ts';
import { expect, test } from './kit/test.ts';
import { box, button, choose, fill, path, rows, SIZES } from './managed-people.fixture.ts';

test('many at once: a group, a role, a status, the invitation again, and out of the company', async ({
  company: { ines },
  open,
  server,
}) => {
  await fill(ines);
  const page = await open(ines, { path: `${path}?q=driver`, ...NO_WORKER });
  await expect(rows(page)).toHaveCount(4);
  const two = async () => {
    await box(page, 'Ada Driver').check();
    await box(page, 'Ben Driver').check();
  };
  const theirs = rows(page).filter({ hasText: /Ada|Ben/ });
  await two();
  await choose(page, 'Add to group', 'First aiders');
  await expect(page.getByText('2 people added to First aiders.', { exact: true })).toBeVisible();
  for (const column of ['Groups', 'Work e-mail', 'Department']) await choose(page, 'Columns', column);
  await expect(theirs.filter({ hasText: /@.*First aiders|First aiders.*@/ })).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'First aiders' })).toHaveCount(2);
  await judge(page, 'people, admin, groups, desktop');
  await two();
  await choose(page, 'Give role', 'Communicator');
  await expect(page.getByText('2 people given Communicator.', { exact: true })).toBeVisible();
  await expect(theirs.filter({ hasText: 'Communicator' })).toHaveCount(2);
  await two();
  await button(page, 'Resend invite').click();
  await expect(page.getByText('2 people invited again.', { exact: true })).toBeVisible();
  const { items } = await ines.api.call(people.list, { query: 'Ada Driver', limit: 1 });
  await waitForMail(server.dataDir, items[0]?.work_email_id ?? '');
  await two();
  await choose(page, 'Set status', 'Suspended');
  await expect(page.getByText('2 people set to Suspended.', { exact: true })).toBeVisible();
  await expect(theirs.filter({ hasText: 'Suspended' })).toHaveCount(2);
  await two();
  await button(page, 'Remove').click();
  const question = page.getByRole('dialog', { name: 'Remove 2 people?' });
  // What it does is counted over both.
  await expect(question.getByRole('listitem').filter({ hasText: 'They lose 2 roles' })).toBeVisible();
  await expect(question.getByRole('listitem').filter({ hasText: 'They leave 1 group (First aiders)' })).toBeVisible();
  await expect(question).toContainText('Each is counted alone');
  await judge(page, 'people, admin, removing two, desktop');
  await button(question, 'Remove 2 people').click();
  await expect(question.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await question.getByRole('textbox').fill('2');
  await button(question, 'Remove 2 people').click();
  await expect(page.getByText('2 people removed.', { exact: true })).toBeVisible();
  await expect(theirs).toHaveCount(0);

  // Of whom somebody else has to take over something nothing is counted: who they are is said.
  const { items: left } = await ines.api.call(people.list, { query: 'Dora Driver', limit: 1 });
  await ines.api.call(createDepartment, {
    department_id: uuid(),
    department_name: 'Depot',
    lead_id: left[0]?.employee_id ?? null,
  });
  await box(page, 'Cleo Driver').check();
  await box(page, 'Dora Driver').check();
  await button(page, 'Remove').click();
  await expect(question).toContainText('Left out: 1 person');
  await expect(question).toContainText('Dora Driver: The lead of 1 department (Depot)');
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await judge(page, `people, admin, removing with one left out, ${size}`);
  }
  await button(question, 'Cancel').click();
  // Written to together; the same people have one group.
  await button(page, 'Message').click();
  await expect(page).toHaveURL(/\/connect\/group\//);
  await expect(page.getByRole('heading', { name: /Cleo.*Dora/ }).first()).toBeVisible();
});
