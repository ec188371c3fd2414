// What pages say of themselves, well and badly, and what of it is let in.
import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

const read = (html: string, charset?: string) => readPage(Buffer.from(html), charset)?.page ?? null;
const titled = (html: string) => read(html)?.title;

describe('a page', () => {
  test('is read as it wishes to be shown', () => {
    const html = `<!doctype html><html><head><title>Bread | Bakery</title>
      <meta property="og:title" content="Bread &amp; butter"><meta name="description" content="Plain">
      <meta property="og:description" content="Baked at &lt;six&gt;"><meta property="og:site_name" content="Bakery">
      </head><body>…</body></html>`;
    expect(read(html)).toEqual({ title: 'Bread & butter', description: 'Baked at <six>', site_name: 'Bakery' });
  });
  test.each([
    ['a title alone', '<title>Bread</title>', { title: 'Bread', description: '', site_name: '' }],
    [
      'what is meant for others',
      '<meta name="twitter:title" content="Bread"><meta name="twitter:description" content="At six">',
      { title: 'Bread', description: 'At six', site_name: '' },
    ],
    [
      'names in capitals, and the first of two',
      '<META NAME="OG:Title" CONTENT="Bread"><meta property="og:title" content="Cake">',
      { title: 'Bread', description: '', site_name: '' },
    ],
    [
      'an empty one before one that says something',
      '<meta property="og:title" content=" "><title> Bread\n and\tbutter </title>',
      { title: 'Bread and butter', description: '', site_name: '' },
    ],
    [
      'the first title',
      '<title>Bread</title><svg><title>Icon</title></svg>',
      { title: 'Bread', description: '', site_name: '' },
    ],
  ])('%s', (_name, html, page) => {
    expect(read(html)).toEqual(page);
  });
  test.each([
    ['nothing', ''],
    ['no title', '<p>Bread</p>'],
    ['a blank title', '<title> \u200b\u202e </title>'],
    ['a description alone', '<meta name="description" content="Bread">'],
    ['a title in a script', '<script>"<title>Bread</title>"</script>'],
    ['a title in a comment', '<!-- <title>Bread</title> -->'],
    ['no page at all', '%PDF-1.7'],
  ])('%s is no page to show', (_name, html) => {
    expect(read(html)).toBeNull();
  });
});

describe('text', () => {
  test('of a page is text, whatever it looks like', () => {
    expect(titled('<meta property="og:title" content="<img src=x onerror=alert(1)>">')).toBe(
      '<img src=x onerror=alert(1)>',
    );
    expect(titled('<title><b>Bread</b></title>')).toBe('<b>Bread</b>');
  });
  test('loses what is not seen or turns what stands around it, also where it is written as a number', () => {
    expect(titled('<title>a\u202eb\u2066c&#x202e;d\u200be\u0000f\u0007g\u00adh\ufeffi&#8238;j</title>')).toMatch(
      /^abcd?e[ \ufffd]?f gh?ij$/,
    );
    expect(titled('<title>\u202e\u2067Bread</title>')).toBe('Bread');
  });
  test('keeps what scripts and emojis are joined with', () => {
    expect(titled('<title>👩‍🍳 نمی‌خواهم</title>')).toBe('👩‍🍳 نمی‌خواهم');
  });
  test('is cut, never within a character', () => {
    const page = read(`<title>${'🥖'.repeat(300)}</title><meta name="description" content="${'a'.repeat(5_000)}">`);
    expect(page?.title).toBe(`${'🥖'.repeat(99)}…`);
    expect(page?.description).toBe(`${'a'.repeat(299)}…`);
    expect(page?.title.isWellFormed()).toBe(true);
  });
  test('that could not be stored is made storable', () => {
    expect(titled('<title>a&#xd800;b</title>')?.isWellFormed()).toBe(true);
    expect(titled('<title>a\0b&#0;c</title>')).not.toContain('\0');
  });
});

describe('the charset', () => {
  const german = Buffer.from('<title>Brötchen</title>', 'latin1');
  test.each<[string, Buffer, string | undefined]>([
    ['as the sender says', german, 'iso-8859-1'],
    ['as the page says', Buffer.concat([Buffer.from('<meta charset="windows-1252">'), german]), undefined],
    [
      'as the page says in the older way',
      Buffer.concat([Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">'), german]),
      undefined,
    ],
    ['by its mark, against what the sender says', Buffer.from('\ufeff<title>Brötchen</title>'), 'iso-8859-1'],
    ['by the mark of UTF-16', Buffer.from('\ufeff<title>Brötchen</title>', 'utf16le'), undefined],
    ['UTF-8 where nobody says', Buffer.from('<title>Brötchen</title>'), undefined],
    ['UTF-8 where it is unknown', Buffer.from('<title>Brötchen</title>'), 'x-rot13'],
    [
      'UTF-8 where the page says UTF-16 in letters',
      Buffer.from('<meta charset=utf-16><title>Brötchen</title>'),
      undefined,
    ],
  ])('is found: %s', (_name, body, charset) => {
    expect(readPage(body, charset)?.page.title).toBe('Brötchen');
  });
  test('of other scripts, too', () => {
    const japanese = Buffer.from([0x3c, 0x74, 0x69, 0x74, 0x6c, 0x65, 0x3e, 0x83, 0x70, 0x83, 0x93]);
    expect(readPage(japanese, 'shift_jis')?.page.title).toBe('パン');
  });
});

test.each([
  ['<meta property="og:image" content=" /a.png "><meta name="twitter:image" content="/b.png">', '/a.png'],
  ['<meta name="twitter:image" content="https://c.example/c.png">', 'https://c.example/c.png'],
  ['<meta property="og:image" content="">', undefined],
  ['<img src="/a.png">', undefined],
])('the picture of %s is %s', (html, picture) => {
  expect(readPage(Buffer.from(`<title>Bread</title>${html}`), undefined)?.picture).toBe(picture);
});

test('what stands before too many elements in each other is read', () => {
  expect(titled(`<title>Bread</title>${'<div>'.repeat(1_000)}<meta property="og:title" content="Cake">`)).toBe('Bread');
});

test('a page made to be hard to read is read in no time', () => {
  const began = performance.now();
  for (const html of [
    '<'.repeat(500_000),
    '<a '.repeat(300_000),
    '<title>'.repeat(140_000),
    `<meta ${'a=" '.repeat(250_000)}`,
    '<div>'.repeat(100_000) + '</p>'.repeat(120_000),
    '<svg>'.repeat(200_000),
    '<ul><li>'.repeat(125_000),
  ])
    read(html);
  expect(performance.now() - began).toBeLessThan(5_000);
});
