// A space that shows its past to nobody who joins later: made so, joined, left and joined again, also by what the device has kept.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { expectTexts, log, say } from './kit/chat.ts';
import { expect, test } from './kit/test.ts';

const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });
const SINCE = 'You see what was said since you joined.';

test('who joins sees what is said from then on, and is told so', async ({ company: { ines, kwame }, open, watch }) => {
  // What he had open when he was taken out.
  watch.allow(/status of 404/);
  const hers = await open(ines, { path: '/spaces' });
  await hers.getByRole('link', { name: 'New space' }).click();
  const dialog = hers.getByRole('dialog', { name: 'New space' });
  await dialog.getByLabel('Name').fill('Night bakers');
  await dialog.getByRole('radio', { name: /^Only what is new/ }).check();
  await judge(hers, 'new space');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Night bakers' })).toBeVisible();
  await say(hers, 'The oven is broken');
  await say(hers, 'Nobody must know');

  const space_id = hers.url().split('/').at(-1) ?? '';
  const his = await open(kwame, { path: `/spaces/${space_id}` });
  await expect(his.getByText('read what is said from then on')).toBeVisible();
  await his.getByRole('button', { name: /^Join/ }).click();
  await expect(his.getByText(SINCE)).toBeVisible();
  await expect(log(his).getByRole('article')).toHaveCount(0);
  await judge(his, 'nothing since one joined');
  await say(his, 'Good evening');
  await say(hers, 'Welcome');
  await expectTexts(his, ['Good evening', 'Welcome']);

  await test.step('what is changed of before is not told', async () => {
    const at = { entity_type: 'space', entity_id: space_id } as const;
    const [oven] = (await ines.api.call(chat.listMessages, at)).items;
    await ines.api.call(chat.edit, { message_id: oven?.message_id ?? '', body: docOf('The oven is fine') });
    await say(hers, 'All is well');
    await expectTexts(his, ['Good evening', 'Welcome', 'All is well']);
    await expect(his.getByText(SINCE)).toBeVisible();
  });

  await test.step('leaving asks first, and what was said goes from the device', async () => {
    await his.getByRole('button', { name: 'About this conversation' }).click();
    await about(his).getByRole('button', { name: 'Leave' }).click();
    await expect(his.getByRole('dialog')).toContainText('What was said until then you will not see any more.');
    await his.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(his).toHaveURL(/\/connect$/);
    await his.goto('/spaces');
    await his.getByRole('button', { name: 'Join Night bakers' }).click();
    await expect(his.getByRole('button', { name: 'Join Night bakers' })).toHaveCount(0);
    await his
      .getByRole('link', { name: /Night bakers/ })
      .first()
      .click();
    await expect(his.getByText(SINCE)).toBeVisible();
    await expect(log(his).getByRole('article')).toHaveCount(0);
    await say(hers, 'Welcome back');
    await expectTexts(his, ['Welcome back']);
  });

  await test.step('taking somebody out asks first', async () => {
    await hers.getByRole('button', { name: 'About this conversation' }).click();
    const member = about(hers).getByRole('listitem').filter({ hasText: kwame.name });
    const remove = async () => {
      await member.getByRole('button', { name: `Actions for ${kwame.name}` }).click();
      await hers.getByRole('menuitem', { name: 'Remove from space' }).click();
    };
    const question = hers.getByRole('dialog', { name: `Remove ${kwame.name} from Night bakers?` });
    await remove();
    await expect(question).toContainText('they see only what is written from then on');
    await judge(hers, 'removing a member');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(member).toBeVisible();
    await expectTexts(his, ['Welcome back']);
    await remove();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(member).toHaveCount(0);
    await his.getByRole('link', { name: 'About this space' }).click();
    await his.getByRole('button', { name: /^Join/ }).click();
    await expect(his.getByText(SINCE)).toBeVisible();
    await expect(log(his).getByRole('article')).toHaveCount(0);
    await say(hers, 'Once more');
    await expectTexts(his, ['Once more']);
  });

  await test.step('who adds people is told what they will see', async () => {
    await about(hers).getByRole('button', { name: 'Add', exact: true }).click();
    const add = hers.getByRole('dialog', { name: 'Add people to Night bakers' });
    await expect(add.getByText('They see what is said from then on.')).toBeVisible();
    await add.getByRole('button', { name: 'Cancel' }).click();
    const sub = { space_id, sub_space_id: uuid(), sub_space_name: 'Rota', is_private: true };
    await ines.api.call(spaces.createSubSpace, sub);
    await about(hers).getByRole('button', { name: 'Actions for Rota' }).click();
    await hers.getByRole('menuitem', { name: 'People' }).click();
    const people = hers.getByRole('dialog', { name: 'People in Rota' });
    await expect(people.getByText('Members of the space. They see what is said from then on.')).toBeVisible();
    await hers.keyboard.press('Escape');
  });

  await test.step('an admin opens it to who joins from then on', async () => {
    await about(hers).getByRole('button', { name: 'Edit' }).click();
    const edit = hers.getByRole('dialog', { name: 'Edit space' });
    await expect(edit.getByRole('radio', { name: /^Only what is new/ })).toBeChecked();
    await edit.getByRole('radio', { name: /^Everything/ }).check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toHaveCount(0);
    await expectTexts(his, ['Once more']);
  });
});
