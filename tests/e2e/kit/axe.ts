// What axe says of a page as it stands, in the light and in the dark.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect } from './test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that look at colours; all others find the same in either theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** A folder for a picture of each screen in each theme. */
const SHOTS = process.env['E2E_SHOTS'];

/** The very axe of the builder, in its small form. */
const SCRIPT = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

export interface Judged {
  /** A selector; default: the whole page. */
  readonly within?: string;
}

/** Fails, softly, if axe finds something in either theme or if the page is wider than its window. Leaves the theme changed. */
export async function judge(page: Page, name: string, { within }: Judged = {}): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await judgeTheme(page, `${name}, ${isDark ? 'dark' : 'light'}`, (axe) => axe.withTags(TAGS), within);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await judgeTheme(page, `${name}, ${isDark ? 'light' : 'dark'}`, (axe) => axe.withRules(COLOURS), within);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(over, `${name}: px over the side`).toBeLessThanOrEqual(0);
}

async function judgeTheme(
  page: Page,
  name: string,
  rules: (axe: AxeBuilder) => AxeBuilder,
  within: string | undefined,
): Promise<void> {
  await settled(page);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name.replace(/\W+/g, '-')}.png` });
  // The builder would bring its script, a megabyte and a half, twice for each theme: it stays in a page until that is left.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT);
  // The page has no frames of others, so axe need not open a page of its own to put the results together.
  const builder = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode();
  const axe = rules(builder.options({ resultTypes: ['violations'] }));
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join(' | ')}`,
  );
  expect.soft(found, name).toEqual([]);
}

/** What fades or changes its colour is judged when it has. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // The browser's own frames: where a test has set the clock, animation frames are the clock's, and no picture comes with them.
    const frame = () =>
      new Promise<void>((done) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          done();
        });
        observer.observe(document.documentElement);
      });
    const changing = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await frame();
    await frame();
    for (let now = changing(); now.length; now = changing()) {
      await Promise.all(now.map((animation) => animation.finished.catch(() => undefined)));
      await frame();
    }
  });
