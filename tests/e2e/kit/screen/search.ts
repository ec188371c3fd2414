// The search over the page, in the words of the screen.
import type { Locator, Page } from 'playwright/test';

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
export const box = (page: Page): Locator => dialog(page).getByRole('combobox');
