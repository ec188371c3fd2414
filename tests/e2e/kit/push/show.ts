// A push that stands on the screen of whoever is signed in on a page, and one before it that is read.
import { expect, type Page } from 'playwright/test';
import type { PushPayload } from '#contract/notifications/push.ts';
import { deliverPush, shownBy } from './push.ts';

/** `word` is all that they say. Of a browser that shows notifications (windowedBrowser). */
export async function showPush(
  page: Page,
  { company_id, id }: { readonly company_id: string; readonly id: string },
  word: string,
): Promise<void> {
  const { origin } = new URL(page.url());
  await page.context().grantPermissions(['notifications'], { origin });
  const push = (tag: string, clear: string[] = []) => {
    const data = { kind: 'direct', company_id, employee_id: id, path: '/connect', clear };
    const said = { title: `From ${word}`, body: word, navigate: `${origin}/connect`, tag };
    const manner = { lang: 'en', dir: 'auto', silent: false, timestamp: Date.now() } as const;
    const payload: PushPayload = { web_push: 8030, mutable: true, notification: { ...said, ...manner, data } };
    return deliverPush(page, JSON.stringify(payload), 8_000);
  };
  // Whether the browser has handed it to the worker nobody is told; the same one again takes its own place.
  await expect(async () => {
    await push('t:1');
    await push('t:2', ['t:1']);
    await expect.poll(() => shownBy(page), { timeout: 8_000 }).toEqual([`From ${word}: ${word}`]);
  }).toPass({ timeout: 90_000 });
}
