// The pane about a space beside its conversation, in the words of the screen.
import { expect, type Locator, type Page } from 'playwright/test';

export const about = (page: Page): Locator => page.getByRole('complementary', { name: 'About this conversation' });

export async function openAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'About this conversation' }).click();
  await expect(about(page).getByRole('heading', { name: 'About this space' })).toBeVisible();
}

/** Of the menu of somebody in it. */
export async function choose(page: Page, name: string, item: string): Promise<void> {
  const actions = about(page).getByRole('button', { name: `Actions for ${name}` });
  await actions.hover();
  await actions.click();
  await page.getByRole('menuitem', { name: item }).click();
}
