// Documents that no editor of ours makes, for tests of what the server takes and what a browser draws. Whatever of them runs
// sets `globalThis.pwned`; whatever of them loads asks evil.example.

export interface Hostile {
  readonly name: string;
  /** JSON of any shape. */
  readonly doc: unknown;
  /** Harmless as text: the server takes it as it is. */
  readonly isText?: boolean;
  /** No database of ours can hold it. */
  readonly isUnstorable?: boolean;
}

const EVIL = 'https://evil.example/x';
const uuid = '018f0000-0000-7000-8000-00000000000a';
const text = (words: unknown, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const line = (...content: unknown[]) => doc(paragraph(...content));
const linked = (href: unknown) => line(text('a link', { type: 'link', attrs: { href } }));
const mention = (attrs: unknown) => line(text('for '), { type: 'mention', attrs });

/** `levels` of the block round a paragraph. */
function nested(levels: number, type: string): unknown {
  let block: unknown = paragraph(text('deep'));
  for (let level = 0; level < levels; level++) block = { type, content: [block] };
  return doc(block);
}

/** With a key of its own that objects have from their prototype. */
const withKey = (key: string, value: unknown, rest: object): object =>
  JSON.parse(JSON.stringify(rest).replace('{', `{${JSON.stringify(key)}:${JSON.stringify(value)},`)) as object;

const ADDRESSES: readonly unknown[] = [
  'javascript:globalThis.pwned=1',
  'JaVaScRiPt:globalThis.pwned=1',
  'java\tscript:globalThis.pwned=1',
  ' javascript:globalThis.pwned=1',
  '\u0001javascript:globalThis.pwned=1',
  '\u200bjavascript:globalThis.pwned=1',
  'javascript&colon;globalThis.pwned=1',
  'https://a.example/\njavascript:globalThis.pwned=1',
  'data:text/html,<script>globalThis.pwned=1</script>',
  'data:text/html;base64,PHNjcmlwdD5nbG9iYWxUaGlzLnB3bmVkPTE8L3NjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'filesystem:https://evil.example/x',
  '//evil.example',
  '/api/auth/logout',
  'https:\\\\evil.example',
  'https://evil.example/\u202egpj.exe',
  '',
  null,
  ['javascript:globalThis.pwned=1'],
  { href: 'javascript:globalThis.pwned=1' },
];
const NODES = [
  'script',
  'style',
  'iframe',
  'img',
  'svg',
  'object',
  'embed',
  'form',
  'link',
  'meta',
  'base',
  'html',
  'a',
];
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const attack = {
  src: EVIL,
  href: 'javascript:globalThis.pwned=1',
  onload: 'globalThis.pwned=1',
  srcdoc: '<script>globalThis.pwned=1</script>',
};

export const hostile: readonly Hostile[] = [
  // How much, and how deep.
  { name: '1,000 quotes in each other', doc: nested(1_000, 'blockquote') },
  { name: '1,000 unknown nodes in each other', doc: nested(1_000, 'div') },
  { name: '1,000 lists in each other', doc: nested(1_000, 'bulletList') },
  { name: '9,000 paragraphs', doc: doc(...Array.from({ length: 9_000 }, () => ({ type: 'paragraph' }))) },
  { name: '100 kB of one text', doc: line(text('a b '.repeat(25_000))) },
  { name: '100 kB without a blank', doc: line(text('x'.repeat(100_000))) },
  { name: '100 kB in pieces', doc: line(...Array.from({ length: 3_000 }, (_, n) => text(`${n} `, { type: 'bold' }))) },
  { name: '5,000 marks', doc: line(text('marked', ...Array.from({ length: 5_000 }, () => ({ type: 'bold' })))) },
  { name: 'a long address', doc: linked(`https://evil.example/${'a'.repeat(90_000)}`) },
  { name: 'a long label', doc: mention({ kind: 'all', id: 'all', label: 'x'.repeat(90_000) }) },

  // Where it leads.
  ...ADDRESSES.map((href) => ({ name: `a link to ${JSON.stringify(href).slice(0, 60)}`, doc: linked(href) })),
  {
    name: 'a mention that leads away',
    doc: mention({ kind: 'employee', id: '../../api/auth/logout?x=', label: 'Amara' }),
  },
  {
    name: 'a mention with an address',
    doc: mention({ kind: 'employee', id: 'javascript:globalThis.pwned=1', label: 'x', href: EVIL }),
  },
  { name: 'a mention of nothing', doc: mention(null) },
  { name: 'a mention of objects', doc: mention({ kind: {}, id: [], label: { toString: 1 } }) },

  // What it is said to be.
  ...NODES.map((type) => ({
    name: `a node ${type}`,
    doc: doc({ type, attrs: attack, content: [text('globalThis.pwned=1')] }),
  })),
  ...NODES.map((type) => ({ name: `a mark ${type}`, doc: line(text('marked', { type, attrs: attack })) })),
  { name: 'styles', doc: line(text('styled', { type: 'textStyle', attrs: { color: `red;background:url(${EVIL})` } })) },
  {
    name: 'a style sheet',
    doc: doc({ type: 'paragraph', attrs: { style: `position:fixed;inset:0;background:url(${EVIL})` } }),
  },
  {
    name: 'handlers',
    doc: doc({ type: 'paragraph', attrs: { onclick: 'globalThis.pwned=1', onmouseover: 'globalThis.pwned=1' } }),
  },
  {
    name: 'raw markup',
    doc: doc({
      type: 'paragraph',
      attrs: { dangerouslySetInnerHTML: { __html: '<img src=x onerror=globalThis.pwned=1>' } },
    }),
  },
  {
    name: 'an element of React',
    doc: doc({
      $$typeof: 'Symbol(react.transitional.element)',
      type: 'script',
      props: { children: 'globalThis.pwned=1' },
      key: null,
      ref: 'x',
    }),
  },
  {
    name: 'a list that starts nowhere',
    doc: doc({ type: 'orderedList', attrs: { start: 'x" onclick="globalThis.pwned=1' }, content: [] }),
  },
  { name: 'a heading of no level', doc: doc({ type: 'heading', attrs: { level: 'script' }, content: [text('big')] }) },
  { name: 'text for blocks', doc: { type: 'doc', content: '<script>globalThis.pwned=1</script>' } },
  { name: 'a number for blocks', doc: { type: 'doc', content: 9 } },
  { name: 'a list that is none', doc: { type: 'doc', content: { length: 2, 0: paragraph(text('x')) } } },
  {
    name: 'nulls',
    doc: doc(null, paragraph(null, text(null), text({ toString: 'x' })), { type: 'paragraph', content: null }),
  },
  { name: 'numbers for text', doc: line(text(1), text(['x']), { type: 'text' }) },
  { name: 'marks that are none', doc: line({ type: 'text', text: 'x', marks: 'bold' }, text('y', null, 'bold', 1)) },
  { name: 'no document', doc: { type: 'script', content: [text('globalThis.pwned=1')] } },
  { name: 'a bare text', doc: '<script>globalThis.pwned=1</script>' },
  { name: 'a number', doc: 7 },
  { name: 'a list', doc: [paragraph(text('x'))] },

  // Names that objects have already.
  ...KEYS.map((key) => ({ name: `a node ${key}`, doc: doc({ type: key, content: [text('x')] }) })),
  ...KEYS.map((key) => ({ name: `a mark ${key}`, doc: line(text('x', { type: key })) })),
  ...KEYS.map((key) => ({ name: `a key ${key}`, doc: withKey(key, { polluted: 1 }, line(text('x'))) })),
  { name: 'a key deep inside', doc: doc(withKey('__proto__', { type: 'script' }, paragraph(text('x')))) },
  { name: 'a colour __proto__', doc: line(text('x', { type: 'textStyle', attrs: { color: '__proto__' } })) },

  // Characters.
  { name: 'half a character', doc: line(text('half \ud83d')), isUnstorable: true },
  { name: 'halves the wrong way round', doc: line(text('\ude00\ud83d halves')), isUnstorable: true },
  { name: 'NUL', doc: line(text('nothing \0 here')), isUnstorable: true },
  { name: 'a label over two lines', doc: mention({ kind: 'employee', id: uuid, label: 'A\nB' }) },
  { name: 'text from right to left', doc: line(text('invoice \u202excod.exe')), isText: true },
  {
    name: 'text that is never turned back',
    doc: line(text(`\u202e\u2067${'\u202b'.repeat(200)} turned`)),
    isText: true,
  },
  {
    name: 'a label from right to left',
    doc: mention({ kind: 'employee', id: uuid, label: 'Amara\u202e' }),
    isText: true,
  },
  { name: 'invisible characters', doc: line(text('pay\u200b\u200c\u200d\u2060\ufeffpal\u00ad')), isText: true },
  { name: 'marks on marks', doc: line(text(`Z${'\u0321\u0336\u034f'.repeat(500)}algo`)), isText: true },
  {
    name: 'markup',
    doc: line(text('<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>')),
    isText: true,
  },
  {
    name: 'markup in code',
    doc: doc({ type: 'codeBlock', content: [text('</code></pre><script>globalThis.pwned=1</script>')] }),
    isText: true,
  },
  {
    name: 'a template',
    doc: line(text("{{constructor.constructor('globalThis.pwned=1')()}} ${globalThis.pwned=1}")),
    isText: true,
  },
  { name: 'escapes', doc: line(text('&lt;script&gt; \\u003cscript\\u003e %3Cscript%3E')), isText: true },
];
