// The conversation of an announcement campaign in the browser: in the list, opened by its address, read with and without a
// connection, written in by nobody, and how it looks. It is made by chat's service, as the feature that runs campaigns will.
import type { Locator, Page } from 'playwright/test';
import type { RichText } from '#contract/rich-text.ts';
import { announce, newCampaign } from '#tests/flows/campaigns.fixture.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { composer, message, offlineBanner, react, reaction } from './kit/chat.ts';
import { type Company, newColleague, write } from './kit/people.ts';
import { beside, type Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const TITLE = 'New loading bay opens Monday';
const CLOSED = 'Only those who run this campaign can write here.';

const list = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' });
const listed = (page: Page): Locator => list(page).getByRole('link', { name: TITLE });
const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });

const line = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] });
const news: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'What changes' }] },
    line('From 23 Nov, all vans load at bay C.'),
    {
      type: 'bulletList',
      content: ['Use the north gate', 'Hi-vis past the yellow line', 'Bay A stays open for shops'].map((text) => ({
        type: 'listItem' as const,
        content: [line(text)] as [ReturnType<typeof line>],
      })),
    },
  ],
};

/** Posted by Ines, to Kwame; answers its id. */
const announced = (
  server: Server,
  { ines, kwame }: Company,
  ...said: readonly (string | RichText)[]
): Promise<string> =>
  beside(server, async (runs) => {
    const campaign_id = await newCampaign(runs, ines.api, [kwame.api], TITLE);
    for (const one of said) await announce(runs, ines.api, campaign_id, one);
    return campaign_id;
  });

test('it stands in the list, is read, and nobody writes in it', async ({ open, server, company }) => {
  const campaign_id = await announced(server, company, news, 'Questions? Ask at the gate.');
  const page = await open(company.kwame, { path: '/connect' });
  await expect(listed(page)).toContainText('Ines: Questions? Ask at the gate.');
  await expect(listed(page).getByText('2 unread')).toBeVisible();
  // It is neither a colleague nor a space.
  const tabs = page.getByRole('radiogroup', { name: 'Which conversations' });
  for (const tab of ['Direct', 'Spaces']) {
    await tabs.getByText(tab).click();
    await expect(listed(page)).toHaveCount(0);
  }
  await tabs.getByText('All').click();
  await listed(page).click();
  await expect(page).toHaveURL(`/connect/campaign/${campaign_id}`);
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect(message(page, 'From 23 Nov')).toBeVisible();
  await expect(page.getByText(CLOSED)).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expect(listed(page).getByText('unread')).toHaveCount(0);

  // What the server would refuse is not offered; what is for oneself is, and so are reactions.
  const one = message(page, 'Questions?');
  await one.hover();
  await expect(one.getByRole('button', { name: 'Reply' })).toHaveCount(0);
  await one.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Forward',
    'Save for later',
    'Mark unread from here',
    'Copy text',
    'Copy link',
  ]);
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await react(page, 'Questions?', /thumbs up/i);
  await expect(reaction(page, 'Questions?', /👍/)).toBeVisible();
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await about(page).getByRole('switch', { name: 'Mute' }).click();
  await expect(listed(page).getByRole('img', { name: 'Muted' })).toBeVisible();
  await expect(about(page).getByText('Pinned')).toHaveCount(0);

  // Nor to whoever has posted it.
  const hers = await open(company.ines, { path: `/connect/campaign/${campaign_id}` });
  await message(hers, 'Questions?').hover();
  await message(hers, 'Questions?').getByRole('button', { name: 'More actions' }).click();
  await expect(hers.getByRole('menuitem', { name: 'Forward' })).toBeVisible();
  for (const name of ['Edit', 'Pin', 'Delete', 'Reply in thread'])
    await expect(hers.getByRole('menuitem', { name, exact: true })).toHaveCount(0);
});

test('it is nobody’s who is not among its people', async ({ open, server, company, watch }) => {
  watch.allow(/status of 404/);
  const campaign_id = await announced(server, company, 'Only for some');
  const nell = await newColleague(server, company.ines, 'Nell', 'Whitcombe');
  const page = await open(nell, { path: `/connect/campaign/${campaign_id}` });
  await expect(page.getByText('This announcement is no longer open to you.')).toBeVisible();
  await expect(listed(page)).toHaveCount(0);
});

test('it is read without a connection', async ({ open, server, company }) => {
  const campaign_id = await announced(server, company, news);
  const page = await open(company.kwame, { path: `/connect/campaign/${campaign_id}` });
  await expect(message(page, 'Hi-vis past the yellow line')).toBeVisible();
  await readyOffline(page);
  await expect(listed(page)).toBeVisible();
  // The list needs those who write in it; databases are written a moment after the screen.
  await expect.poll(() => storedOf(page, [company.ines.first])).toHaveLength(1);
  await server.kill();
  await page.goto('/connect');
  await expect(offlineBanner(page)).toBeVisible();
  await listed(page).click();
  await expect(message(page, 'Hi-vis past the yellow line')).toBeVisible();
  await page.reload();
  await expect(message(page, 'Hi-vis past the yellow line')).toBeVisible();
  await expect(page.getByText(CLOSED)).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
});

test('looks well and is clean for assistive tools', async ({ open, server, company }) => {
  const { ines, kwame } = company;
  await write(ines, { entity_type: 'employee', entity_id: kwame.id }, 'The door seal is on.');
  const campaign_id = await announced(server, company, news, 'Questions? Ask at the gate.');
  const empty = await beside(server, (runs) => newCampaign(runs, ines.api, [kwame.api], 'Winter rota'));
  for (const [size, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    const page = await open(kwame, { ...options, ...NO_WORKER, path: '/connect' });
    await expect(listed(page).locator('.ll-megaphone')).toBeVisible();
    await judge(page, `campaigns ${size} list`);
    await page.goto(`/connect/campaign/${campaign_id}`);
    await expect(message(page, 'Questions?')).toBeVisible();
    await expect(page.getByText(CLOSED)).toBeVisible();
    await judge(page, `campaigns ${size} conversation`);
    await page.getByRole('button', { name: 'About this conversation' }).click();
    await expect(about(page).getByRole('switch', { name: 'Mute' })).toBeVisible();
    await judge(page, `campaigns ${size} about`);
    await page.goto(`/connect/campaign/${empty}`);
    await expect(page.getByText('This is where its announcements begin.')).toBeVisible();
    await judge(page, `campaigns ${size} empty`);
    await page.context().close();
  }
});
