// What of a page is kept as a picture, and what never is.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEEP_SCREEN, type ScreenMessage } from '#src/offline/device/kept-screen.ts';
import { keepScreens, screenOf } from './keep-screen.ts';

beforeEach(() => {
  document.head.innerHTML = '<script type="module" data-src="/assets/app.js"></script>';
  document.body.innerHTML = '<div id="root"></div>';
});

function keptOf(html: string) {
  const root = document.querySelector('#root') as Element;
  root.innerHTML = html;
  return screenOf(root, 'company/person');
}

test('elements, their looks and their texts', () => {
  const kept = keptOf('<div class="a" style="top: 3px" data-kind="day">Rye &amp; <b>wheat</b></div>');
  expect(kept?.html).toBe('<div class="a" style="top: 3px" data-kind="day">Rye &amp; <b>wheat</b></div>');
  expect(kept).toMatchObject({ account: 'company/person', build: '/assets/app.js', width: innerWidth, dark: false });
});

test('nothing that runs, leads anywhere, loads from elsewhere, or names other elements', () => {
  const kept = keptOf(
    `<a id="x" href="javascript:alert(1)" onclick="alert(1)" target="_top">link</a><script>alert(1)</script>
    <iframe srcdoc="<p>x</p>"></iframe><style>a{}</style><img src="https://elsewhere.example/x.png" alt="x" srcset="y 2x">
    <form action="https://elsewhere.example"><input name="card" value="4111" checked type="checkbox"></form>`.replaceAll(
      /\n\s*/g,
      '',
    ),
  );
  expect(kept?.html).toBe('<a href="#">link</a><img alt="x"><form><input type="checkbox" checked=""></form>');
});

test('where it was scrolled to', () => {
  const root = document.querySelector('#root') as Element;
  root.innerHTML = '<div>long</div>';
  (root.firstElementChild as Element).scrollTop = 120;
  expect(screenOf(root, 'company/person')?.html).toBe('<div data-kept-at="120 0">long</div>');
});

test.each([
  ['something is on its way', '<div aria-busy="true"></div>'],
  ['the messages are on their way', '<div role="log"></div>'],
  ['a dialog stands before it', '<dialog open>Sure?</dialog>'],
])('not while %s', (_, html) => {
  expect(keptOf(html)).toBeUndefined();
});

test('not what floats above the page', () => {
  expect(keptOf('<main>x</main><div popover="auto">menu</div>')?.html).toBe('<main>x</main>');
});

test.each([
  ['elements', '</div><script>alert(1)</script>&lt;img src=x onerror=alert(1)&gt;'],
  ['an end of the template', '</template><b>out</b>'],
  ['entities', '&amp;lt;b&gt; &nbsp;&#0;'],
])('texts and values that look like %s are the same after the parser', (_, text) => {
  const root = document.querySelector('#root') as Element;
  root.innerHTML = '<div><p></p><pre></pre><textarea></textarea></div>';
  for (const element of root.querySelectorAll('p, pre, textarea')) element.append(`\n${text}`);
  root.querySelector('p')?.setAttribute('data-text', `"${text}`);
  const template = document.createElement('template');
  template.innerHTML = screenOf(root, 'company/person')?.html ?? '';
  expect(template.content.firstElementChild?.isEqualNode(root.firstElementChild)).toBe(true);
});

/** What the worker is given from now on, in a browser that has one. */
function atWorker(): ScreenMessage[] {
  const given: ScreenMessage[] = [];
  const active = { postMessage: (message: ScreenMessage) => given.push(message) };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { ready: { active } } }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestIdleCallback'] });
  return given;
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('while somebody types nothing is kept, and then what stands there', async () => {
  const given = atWorker();
  history.replaceState(null, '', '/connect');
  const root = document.querySelector('#root') as Element;
  root.innerHTML = '<main>x</main>';
  const stop = keepScreens('company/person');
  for (let n = 0; n < 20; n++) {
    root.innerHTML = `<main>${'e'.repeat(n)}</main>`;
    root.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(given).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(given).toMatchObject([{ type: KEEP_SCREEN, account: 'company/person', paths: ['/connect', '/'] }]);
  expect(JSON.parse(given[0]?.text ?? '')).toMatchObject({ html: `<main>${'e'.repeat(19)}</main>` });
  stop();
});
