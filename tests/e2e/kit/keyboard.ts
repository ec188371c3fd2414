// A person who has only a keyboard. Each key is followed by a look at where the focus is: it has to be somewhere, in view,
// uncovered, and to look different from an element without it.
import { expect, type JSHandle, type Locator, type Page } from 'playwright/test';

/** What a part of the page shows only while the focus is there, if the style sheets are right. */
interface Part {
  readonly node: Element;
  readonly outline: string;
  readonly shadow: string;
}

interface Seen {
  readonly element: Element | null;
  readonly parts: readonly Part[];
  readonly name: string;
  /** Why a person could not see that the focus is here; empty if they can. */
  readonly problem: string;
}

const MOST_STOPS = 80;

export class Keyboard {
  private readonly page: Page;
  private readonly stops: string[] = [];
  private readonly problems: string[] = [];
  private last: JSHandle<Seen> | undefined;

  constructor(page: Page) {
    this.page = page;
  }

  /** One key, or a chord: `Shift+Tab`. `settle`: the page has to do something first; look when that is there. */
  async press(key: string, settle?: () => Promise<unknown>): Promise<void> {
    await this.page.keyboard.press(key);
    await settle?.();
    await this.look();
  }

  /** Presses the key until the focus is there. */
  async tabTo(target: Locator, key = 'Tab'): Promise<void> {
    const from = this.stops.length;
    for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
      if ((await target.count()) === 1 && (await target.evaluate((node) => node === document.activeElement))) return;
      await this.page.keyboard.press(key);
      // Between the last stop and the first the focus is with the browser.
      if (!key.endsWith('Tab') || (await this.isOnPage())) await this.look();
    }
    throw new Error(`${key} does not lead to ${String(target)}. It led to:\n${this.stops.slice(from).join('\n')}`);
  }

  /** Goes on until it comes to a stop again: once round the page, or round the dialog that is open. Returns their names. */
  async round(): Promise<string[]> {
    const from = this.stops.length;
    const seen = await this.page.evaluateHandle(() => new WeakSet<Element>());
    for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
      await this.page.keyboard.press('Tab');
      const arrived = await seen.evaluate((known) => {
        const { activeElement: element, body } = document;
        if (!element || element === body) return 'outside';
        const again = known.has(element);
        known.add(element);
        return again ? 'again' : 'further';
      });
      if (arrived !== 'outside') await this.look();
      if (arrived === 'again') return this.stops.slice(from, -1);
    }
    throw new Error(`No end after ${MOST_STOPS} stops:\n${this.stops.slice(from).join('\n')}`);
  }

  private async isOnPage(): Promise<boolean> {
    return this.page.evaluate(() => document.activeElement !== document.body);
  }

  /** Looks at where the focus is, and whether the stop before looks different now that it has gone. */
  private async look(): Promise<void> {
    const before = this.last;
    this.last = await this.page.evaluateHandle(lookAtFocus);
    const { name, problem } = await this.last.evaluate(({ name, problem }) => ({ name, problem }));
    if (problem) this.problems.push(`${new URL(this.page.url()).pathname}: ${name}: ${problem}`);
    this.stops.push(name);
    const unmarked = await before?.evaluate(nameIfUnmarked).catch(() => '');
    if (unmarked) this.problems.push(`${new URL(this.page.url()).pathname}: ${unmarked}: looks the same without focus`);
  }

  /** Fails with all that could not be seen on the way. */
  check(): void {
    expect([...new Set(this.problems)], 'stops where the focus cannot be seen').toEqual([]);
  }
}

/** Runs in the page. What moves or fades in gets a moment. */
async function lookAtFocus(): Promise<Seen> {
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? ('labels' in element ? textOf(element.labels) : '');
    const text = label || (element.textContent ?? '').trim().replace(/\s+/g, ' ');
    return `${element.getAttribute('role') ?? element.localName} “${text.slice(0, 50)}”`;
  };
  const textOf = (labels: unknown): string =>
    labels instanceof NodeList ? [...labels].map((label) => label.textContent ?? '').join(' ') : '';
  const problemOf = (element: Element): string => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (!width || !height) return `has no size (${width} × ${height})`;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
      return `out of view (${Math.round(x)}, ${Math.round(y)})`;
    const there = document.elementFromPoint(x, y);
    if (!there?.contains(element) && !element.contains(there))
      return `covered by ${there?.className || there?.localName}`;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'not visible';
    return '';
  };
  const shown = (color: string): boolean => !/rgba\(.*, 0\)|transparent/.test(color);
  const partOf = (node: Element): Part => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(node);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && shown(outlineColor);
    return { node, outline: outlined ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : '', shadow: boxShadow };
  };
  const around = (element: Element): Element[] => {
    const found = [element, ...element.children];
    // A field may draw its ring on what stands after it, or on the frame around it.
    for (let next = element.nextElementSibling; next; next = next.nextElementSibling) {
      if (!next.matches('a, button, input, textarea, [tabindex]')) found.push(next);
    }
    for (let up = element.parentElement, steps = 0; up && steps < 4; up = up.parentElement, steps += 1) found.push(up);
    return found;
  };

  /** On its way in. It begins with the first frame that is drawn, which on a busy machine may take seconds. */
  const isComing = (element: Element): boolean =>
    document.getAnimations().some(({ effect, playState }) => {
      const within = effect instanceof KeyframeEffect && effect.target?.contains(element);
      return within && playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime);
    });

  const until = performance.now() + 10_000;
  for (;;) {
    const element = document.activeElement;
    const lost = !element || element === document.body;
    const problem = lost ? 'the focus is nowhere' : problemOf(element);
    if (!problem || (performance.now() > until && (lost || !isComing(element)))) {
      const parts = lost ? [] : around(element).map(partOf);
      return { element, parts, name: lost ? '(nowhere)' : nameOf(element), problem };
    }
    await new Promise((frame) => requestAnimationFrame(frame));
  }
}

/** Runs in the page, after the focus has gone on: the stop's name if nothing about it has changed. */
function nameIfUnmarked({ element, parts, name }: Seen): string {
  const now = document.activeElement;
  if (!element || element === document.body || element === now || !element.isConnected) return '';
  // Headings and regions take focus so that one goes on from there: they are no controls.
  if (element.matches('h1[tabindex="-1"], h2[tabindex="-1"], main[tabindex="-1"]')) return '';
  const marked = parts.some(({ node, outline, shadow }) => {
    const style = getComputedStyle(node);
    const outlined = `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`;
    return (outline && outline !== outlined) || (shadow !== 'none' && shadow !== style.boxShadow);
  });
  return marked ? '' : name;
}
