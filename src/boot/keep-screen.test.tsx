// What of a page is kept as a picture, and what never is.
import { beforeEach, expect, test } from 'vitest';
import { screenOf } from './keep-screen.ts';

beforeEach(() => {
  document.head.innerHTML = '<script type="module" src="/assets/app.js"></script>';
  document.body.innerHTML = '<div id="root"></div>';
});

function keptOf(html: string) {
  const root = document.querySelector('#root') as Element;
  root.innerHTML = html;
  return screenOf(root, 'company/person');
}

test('elements, their looks and their texts', () => {
  const kept = keptOf('<div class="a" style="top: 3px" data-kind="day">Rye &amp; <b>wheat</b></div>');
  expect(kept?.nodes).toEqual([
    ['div', { class: 'a', style: 'top: 3px', 'data-kind': 'day' }, 0, 'Rye & ', ['b', {}, 0, 'wheat']],
  ]);
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
  expect(kept?.nodes).toEqual([
    ['a', { href: '#' }, 0, 'link'],
    ['img', { alt: 'x' }, 0],
    ['form', {}, 0, ['input', { type: 'checkbox', checked: '' }, 0]],
  ]);
});

test('where it was scrolled to', () => {
  const root = document.querySelector('#root') as Element;
  root.innerHTML = '<div>long</div>';
  (root.firstElementChild as Element).scrollTop = 120;
  expect(screenOf(root, 'company/person')?.nodes[0]?.[2]).toEqual([120, 0]);
});

test.each([
  ['something is on its way', '<div aria-busy="true"></div>'],
  ['the messages are on their way', '<div role="log"></div>'],
  ['a dialog stands before it', '<dialog open>Sure?</dialog>'],
])('not while %s', (_, html) => {
  expect(keptOf(html)).toBeUndefined();
});

test('not what floats above the page', () => {
  expect(keptOf('<main>x</main><div popover="auto">menu</div>')?.nodes).toEqual([['main', {}, 0, 'x']]);
});
