// A voice that is recorded: heard, sent, and not lost when the microphone or the person goes away.
import { type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright/test';
import * as chat from '#contract/chat.ts';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';
import { judge } from './kit/axe.ts';
import { DESKTOP, PHONE, sessionState } from './kit/browser.ts';
import { openDirect } from './kit/chat.ts';
import { attach, filesOn, send, text, tray } from './kit/files.ts';
import { direct, newSpace, type Person, write } from './kit/people.ts';
import { test as base, expect } from './kit/test.ts';

/** `talks`: a page of somebody with a microphone. */
const test = base.extend<{ talks: (person: Person, options?: BrowserContextOptions) => Promise<Page> }>({
  talks: async ({ server, watch }, use) => {
    const executablePath = await findBrowser();
    const fake = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ];
    const own = await chromium.launch({
      args: [...BROWSER_FLAGS, ...fake],
      ...(executablePath ? { executablePath } : {}),
    });
    try {
      await use(async (person, options = DESKTOP) => {
        const storageState = await sessionState(server, person);
        const context = await own.newContext({ ...options, baseURL: server.url, storageState });
        watch.over(context);
        await noteHeard(context);
        return context.newPage();
      });
    } finally {
      await own.close();
    }
  },
});

const TOO_MANY = 'A message takes up to 10 files.';
const start = (page: Page): Locator => page.getByRole('button', { name: 'Record a voice message' });
const recorderOf = (page: Page): Locator => page.getByRole('group', { name: 'Recording' });
const voice = (page: Page): Locator => tray(page).getByRole('button', { name: 'Play voice message' });
/** Each stands for a second only: whoever looks later sees a later one. */
const recorded = (page: Page) => expect(recorderOf(page).getByRole('timer')).toHaveText(/^0:(0[1-9]|[1-5]\d)$/);

test('a voice message is recorded, heard before it is sent, and played at the other side', async ({
  company: { ines, kwame },
  talks,
}) => {
  const page = await talks(ines);
  await openDirect(page, kwame);
  const his = await talks(kwame, PHONE);
  await openDirect(his, ines);
  await start(page).click();
  const recorder = recorderOf(page);
  await recorded(page);
  await judge(page, 'recording, desktop');
  await recorder.getByRole('button', { name: 'Cancel recording' }).click();
  await expect(recorder).toHaveCount(0);
  await expect(tray(page)).toHaveCount(0);
  await page.evaluate(() => Reflect.deleteProperty(window, 'heard'));

  await start(page).click();
  await expect(recorder.getByRole('timer')).toHaveText(/^0:(0[2-9]|[1-5]\d)$/);
  await expect.poll(() => page.evaluate(() => 'heard' in window)).toBe(true);
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await goesOn(tray(page).locator('audio'));
  await voice(page).click();
  await expect(tray(page).getByRole('button', { name: 'Pause voice message' })).toBeVisible();
  await judge(page, 'voice in the tray, desktop');
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['Voice message.weba']]);
  const [sent] = (await kwame.api.call(chat.listMessages, direct(ines))).items;
  expect(sent?.type).toBe('audio');
  const [file] = sent?.attachments ?? [];
  expect(file?.duration).toBeGreaterThan(1_500);
  expect(Math.max(...(file?.waveform ?? []))).toBeGreaterThan(5);

  await goesOn(his.locator('audio'));
  await his.getByRole('button', { name: 'Play voice message' }).click();
  await expect(his.getByRole('button', { name: 'Pause voice message' })).toBeVisible();
  await expect
    .poll(async () => Number(await his.getByRole('slider', { name: 'Position' }).inputValue()))
    .toBeGreaterThan(0);
  await his.getByRole('button', { name: 'Speed 1×' }).click();
  await his.getByRole('button', { name: 'Speed 1.5×' }).click();
  await expect(his.getByRole('button', { name: 'Speed 2×' })).toBeVisible();
  await expect.poll(() => his.evaluate(() => document.querySelector('audio')?.playbackRate)).toBe(2);
  await judge(his, 'voice, phone');
});

test('what was recorded until the microphone went away is kept, and everything is let go of', async ({
  company: { ines, kwame },
  talks,
}) => {
  const page = await talks(ines);
  await page.addInitScript(() => {
    const { createMediaStreamSource } = AudioContext.prototype;
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      Object.assign(window, { heardFrom: stream, heardBy: this });
      return createMediaStreamSource.call(this, stream);
    };
  });
  await openDirect(page, kwame);
  await start(page).click();
  await recorded(page);
  await page.evaluate(() => {
    const { heardFrom } = window as unknown as { heardFrom: MediaStream };
    for (const track of heardFrom.getTracks()) track.stop();
  });
  await expect(voice(page)).toBeVisible();
  await expect(recorderOf(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('The microphone went away, and the recording ended.');
  expect(await page.evaluate(() => (window as unknown as { heardBy: AudioContext }).heardBy.state)).toBe('closed');
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([['Voice message.weba']]);
  const [sent] = (await kwame.api.call(chat.listMessages, direct(ines))).items;
  expect(sent?.attachments[0]?.duration).toBeGreaterThan(900);
});

test('where recording is refused after all, the microphone is let go of', async ({
  company: { ines, kwame },
  talks,
}) => {
  const page = await talks(ines);
  await page.addInitScript(() => {
    // As where the device has another rate than the page's sound.
    AudioContext.prototype.createMediaStreamSource = function (stream) {
      Object.assign(window, { heardFrom: stream, heardBy: this });
      throw new DOMException('Another sample rate', 'NotSupportedError');
    };
  });
  await openDirect(page, kwame);
  await start(page).click();
  await expect(page.getByRole('alert')).toContainText('The microphone cannot be used now.');
  await expect(recorderOf(page)).toHaveCount(0);
  const left = () =>
    page.evaluate(() => {
      const { heardFrom, heardBy } = window as unknown as { heardFrom: MediaStream; heardBy: AudioContext };
      return [...heardFrom.getTracks().map(({ readyState }) => readyState), heardBy.state];
    });
  await expect.poll(left).toEqual(['ended', 'closed']);
});

test('who would close the page while a voice is recorded is asked', async ({ company: { ines, kwame }, talks }) => {
  const page = await talks(ines);
  await openDirect(page, kwame);
  await start(page).click();
  await recorded(page);
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(recorderOf(page)).toBeVisible();
});

test('who goes to another conversation finds the recording in the tray on coming back', async ({
  company: { ines, kwame },
  talks,
}) => {
  const space_id = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await write(ines, direct(kwame), 'Listen to this.');
  const page = await talks(ines);
  await openDirect(page, kwame);
  await start(page).click();
  await recorded(page);
  await page.getByRole('link', { name: 'Mill Lane crew' }).click();
  await expect(page).toHaveURL(new RegExp(space_id));
  await expect(recorderOf(page)).toHaveCount(0);
  await expect(start(page)).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  await page.getByRole('link', { name: /Listen to this/ }).click();
  await expect(voice(page)).toBeVisible();
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([[], ['Voice message.weba']]);

  // Thrown away is thrown away.
  await start(page).click();
  await recorded(page);
  await recorderOf(page).getByRole('button', { name: 'Cancel recording' }).click();
  await expect(recorderOf(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Mill Lane crew' }).click();
  await expect(page).toHaveURL(new RegExp(space_id));
  await expect(start(page)).toBeVisible();
  await page.getByRole('link', { name: /Voice message/ }).click();
  await expect(page).toHaveURL(new RegExp(kwame.id));
  await expect(start(page)).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
});

test('no recording begins where there is no room, and none is lost because the room was taken meanwhile', async ({
  company: { ines, kwame },
  talks,
}) => {
  const page = await talks(ines);
  await openDirect(page, kwame);
  const names = Array.from({ length: 10 }, (_, n) => `${n}.txt`);
  const items = tray(page).getByRole('listitem');
  const alert = page.getByRole('alert');
  await attach(page, ...names.map((name) => text(name)));
  await expect(items).toHaveCount(10);
  await expect(start(page)).toBeDisabled();
  await expect(start(page)).toHaveAccessibleDescription(TOO_MANY);
  await judge(page, 'a full tray, desktop');
  // Pressed all the same, it tells those who see no tip.
  await start(page).click({ force: true });
  await expect(alert).toContainText(TOO_MANY);
  await expect(recorderOf(page)).toHaveCount(0);
  await alert.getByRole('button', { name: 'Dismiss' }).click();

  await tray(page).getByRole('button', { name: 'Remove 9.txt' }).click();
  await expect(start(page)).toBeEnabled();
  await start(page).click();
  await recorded(page);
  await attach(page, text('late.txt'));
  await expect(items).toHaveCount(10);
  await recorderOf(page).getByRole('button', { name: 'Stop' }).click();
  await expect(voice(page)).toBeVisible();
  await expect(items).toHaveCount(11);
  await expect(alert).toContainText(TOO_MANY);

  // Nothing more is taken, and nothing that the server would refuse is scheduled or sent.
  await attach(page, text('more.txt'));
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByRole('menuitem', { name: /09:00/ }).first().click();
  await expect(page.getByText(TOO_MANY)).toHaveCount(2);
  await expect(items).toHaveCount(11);
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toEqual([[...names.slice(0, 9), 'late.txt']]);
  await expect(items).toHaveCount(1);
  await expect(voice(page)).toBeVisible();
  await send(page);
  await expect.poll(() => filesOn(kwame, ines)).toHaveLength(2);
  await expect(tray(page)).toHaveCount(0);
});

/**
 * Sets `heard` in a page once a recording has met something loud. The microphone of the tests beeps for a moment twice a second, and a busy
 * machine listens seldom (src/features/chat/message-parts/attaching/recording.ts).
 */
const noteHeard = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { getFloatTimeDomainData } = AnalyserNode.prototype;
    AnalyserNode.prototype.getFloatTimeDomainData = function (wave) {
      getFloatTimeDomainData.call(this, wave);
      // A bar of twelve, of at most 31.
      if (Math.hypot(...wave) / Math.sqrt(wave.length) > 0.05) Object.assign(window, { heard: true });
    };
  });

/** Two seconds of sound are over before a busy machine looks at them: it is played again and again. */
const goesOn = (sound: Locator) => sound.evaluate((element) => void Object.assign(element, { loop: true }));
