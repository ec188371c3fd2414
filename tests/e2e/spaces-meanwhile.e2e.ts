// What several who manage a space do in it at the same time, and what does not come back when somebody has gone.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { holdUndo, openSpace } from './kit/chat.ts';
import { newColleague, newSpace, newSubSpace } from './kit/people.ts';
import { about, choose, openAbout } from './kit/screen/about.ts';
import { expect, test } from './kit/test.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');

test('whoever manages all spaces, a member of one, sees who waits no more', async ({
  server,
  company: { ines, kwame },
  open,
}) => {
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const otto = await newColleague(server, ines, 'Otto', 'Ostrow', 'Baker');
  const pia = await newColleague(server, ines, 'Pia', 'Pell', 'Baker');
  const space_id = await newSpace(kwame, 'Night bakers', [ines], 'private');
  const { link_code } = await kwame.api.call(joining.getLink, { space_id });
  for (const by of [nell, otto, pia]) await by.api.call(spaces.join, { space_id, link_code });
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  const waiting = about(hers).getByRole('region', { name: 'Waiting to join' }).getByRole('listitem');
  await expect(waiting).toHaveCount(3);
  await about(hers)
    .getByRole('button', { name: `Accept ${nell.name}` })
    .click();
  await expect(waiting).toHaveCount(2);
  // Another one lets somebody in.
  await kwame.api.call(joining.answerRequest, { space_id, employee_id: otto.id, accept: true });
  await expect(waiting).toHaveText([/Pia Pell/]);
  // And declines somebody: it is told to nobody else, but read with the pane.
  await kwame.api.call(joining.answerRequest, { space_id, employee_id: pia.id, accept: false });
  await about(hers).getByRole('button', { name: 'Close' }).click();
  await openAbout(hers);
  await expect(waiting).toHaveCount(0);
  await pia.api.call(spaces.join, { space_id, link_code });
  await about(hers).getByRole('button', { name: 'Close' }).click();
  await openAbout(hers);
  const answer = (path: string) => hers.waitForResponse((one) => one.url().includes(path), { timeout: 60_000 });
  const told = answer(joining.answerRequest.path);
  await about(hers)
    .getByRole('button', { name: `Decline ${pia.name}` })
    .click();
  // When the toast has gone it is told; the row does not come back.
  await told;
  await answer(joining.listRequests.path);
  await expect(waiting).toHaveCount(0);
});

test('a sub-space is edited without undoing what another admin changes meanwhile', async ({
  company: { ines },
  open,
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', []);
  const sub_space_id = await newSubSpace(ines, space_id, 'Ovens');
  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  const subs = async () => {
    const { sub_spaces } = await ines.api.call(spaces.get, { space_id });
    return sub_spaces.map(({ sub_space_name, sub_space_description }) => [sub_space_name, sub_space_description]);
  };
  await choose(hers, 'Ovens', 'Edit');
  await expect(dialog(hers).getByLabel('Name')).toHaveValue('Ovens');
  await ines.api.call(spaces.updateSubSpace, { sub_space_id, sub_space_description: 'Hot' });
  await expect(about(hers).getByRole('link', { name: 'Ovens Hot' })).toHaveCount(1);
  await dialog(hers).getByLabel('Name').fill('Big ovens');
  await dialog(hers).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(hers)).toHaveCount(0);
  expect(await subs()).toEqual([
    ['General', ''],
    ['Big ovens', 'Hot'],
  ]);
  await choose(hers, 'Big ovens', 'Edit');
  await expect(dialog(hers).getByLabel('Name')).toHaveValue('Big ovens');
  await ines.api.call(spaces.updateSubSpace, { sub_space_id, sub_space_name: 'Ovens' });
  await dialog(hers).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(hers)).toHaveCount(0);
  expect(await subs()).toContainEqual(['Ovens', 'Hot']);
});

test('whoever would not come back as what they were is asked before they go, and taken out', async ({
  server,
  company: { ines, kwame },
  open,
  watch,
}) => {
  // What he had open when he was taken out.
  watch.allow(/status of 404/);
  const nell = await newColleague(server, ines, 'Nell', 'Whitcombe', 'Baker');
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame, nell]);
  const sub = { space_id, sub_space_id: uuid(), sub_space_name: 'Rota', is_private: true };
  await ines.api.call(spaces.createSubSpace, { ...sub, employee_ids: [kwame.id] });
  const his = await open(kwame);
  await openSpace(his, space_id);
  await openAbout(his);
  await about(his).getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(his)).toContainText('You can join again, but not into its private sub-spaces.');
  await dialog(his).getByRole('button', { name: 'Cancel' }).click();

  const hers = await open(ines);
  await openSpace(hers, space_id);
  await openAbout(hers);
  // Of the list in the open dialog: who becomes an admin is in every private sub-space.
  await choose(hers, 'Rota', 'People');
  await expect(dialog(hers).getByRole('listitem')).toHaveCount(2);
  const make = (role: 'admin' | 'member') =>
    ines.api.call(spaces.updateMember, { space_id, employee_id: nell.id, role });
  await make('admin');
  await expect(dialog(hers).getByRole('listitem')).toHaveCount(3);
  await ines.api.call(spaces.removeMember, { space_id, employee_id: nell.id });
  await expect(dialog(hers).getByRole('listitem')).toHaveCount(2);
  await dialog(hers).getByRole('button', { name: 'Close', exact: true }).last().click();
  await ines.api.call(spaces.addMembers, { space_id, employee_ids: [nell.id] });

  const members = about(hers).getByRole('region', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(3);
  await choose(hers, kwame.name, 'Remove from space');
  await expect(dialog(hers)).toContainText('If they come back, they are in none of its private sub-spaces.');
  await dialog(hers).getByRole('button', { name: 'Remove' }).click();
  await expect(members).toHaveCount(2);
  await expect(hers.getByText(`${kwame.name} was removed from Mill Lane crew`)).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  // Who has nothing to lose goes at once, as before.
  await choose(hers, nell.name, 'Remove from space');
  await holdUndo(hers);
  await expect(members).toHaveCount(1);
});
