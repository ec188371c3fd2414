// What people schedule for later, in the words of the screen.
import { expect, type Page } from 'playwright/test';
import { expectStored, type } from '../chat.ts';

/** What the field for a date and a time takes: so many minutes from now, by the clock of this machine. */
export function fieldIn(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Writes a message and schedules it, so many minutes from now. */
export async function scheduleFor(page: Page, text: string, minutes: number): Promise<void> {
  await type(page, text);
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: 'Choose date and time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule message' });
  await dialog.getByLabel('Date and time').fill(fieldIn(minutes));
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expectStored(page);
}
