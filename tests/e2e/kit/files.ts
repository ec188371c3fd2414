// What people do with files in chat, in the words of the screen.
import { expect, type Locator, type Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { png } from '#tests/kit/files.ts';
import { direct, type Person } from './people.ts';

export interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const image = (name: string, width = 640, height = 480): Given => ({
  name,
  mimeType: 'image/png',
  buffer: png(width, height),
});
export const text = (name: string, buffer = Buffer.from('Flour 500 g\nWater 350 g\n')): Given => ({
  name,
  mimeType: 'text/plain',
  buffer,
});
export const tray = (page: Page): Locator => page.getByRole('list', { name: 'Attached files' });

export async function attach(page: Page, ...files: Given[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles(files);
}
export const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

/** What the server has of a conversation: the names of the files, message by message. */
export const filesOn = async (person: Person, other: Person): Promise<string[][]> => {
  const { items } = await person.api.call(chat.listMessages, { ...direct(other), limit: '50' });
  return items.map((one) => one.attachments.map((file) => file.name));
};
/** The picture is drawn, and as large as it was. */
export const drawn = (picture: Locator) =>
  expect.poll(() =>
    picture.evaluate((element) => [
      (element as HTMLImageElement).naturalWidth,
      (element as HTMLImageElement).naturalHeight,
    ]),
  );
