import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, filesBehind, lateStyles, squeezeCss, withoutEntry } from './boot-html.ts';

test('the policy knows the script by its hash and allows no other inline script', () => {
  const script = 'document.documentElement.className="dark"';
  const hash = createHash('sha256').update(script).digest('base64');
  const scripts = contentSecurityPolicy([script])
    .split('; ')
    .find((rule) => rule.startsWith('script-src'));
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash}'`);
});

test('an API elsewhere may be called, over http and as a socket', () => {
  expect(contentSecurityPolicy([''], 'https://api.example/base')).toContain(
    "connect-src 'self' https://api.example wss://api.example;",
  );
  expect(contentSecurityPolicy([''])).toContain("connect-src 'self';");
  expect(contentSecurityPolicy([''])).toContain("require-trusted-types-for 'script'");
});

test('inlined style loses only what nobody sees', () => {
  expect(
    squeezeCss('/* x */\nhtml.dark {\n  --a: #fff;\n  margin: 0 auto;\n}\n@media (min-width: 1px) { a > b { c: d; } }'),
  ).toBe('html.dark{--a:#fff;margin:0 auto}@media (min-width:1px){a>b{c:d}}');
});

test('stylesheets move to the end of the body, in their order', () => {
  const html =
    '<head><style>p{}</style><link rel="stylesheet" href="/a.css"><link rel="icon" href="/i"><link rel="stylesheet" crossorigin href="/b.css"></head><body><p></p></body>';
  expect(lateStyles(html)).toBe(
    '<head><style>p{}</style><link rel="icon" href="/i"></head>' +
      '<body><p></p><link rel="stylesheet" href="/a.css"><link rel="stylesheet" crossorigin href="/b.css"></body>',
  );
});

test('the tags of the entry go; the last of its scripts is the app', () => {
  const html =
    '<head><link rel="icon" href="/i">\n  <script type="module" crossorigin src="/a/vendor.js"></script>' +
    '<script type="module" crossorigin src="/a/app.js"></script></head><body><script>1</script></body>';
  expect(withoutEntry(html)).toEqual({
    html: '<head><link rel="icon" href="/i"></head><body><script>1</script></body>',
    entry: { src: '/a/app.js', files: ['a/vendor.js', 'a/app.js'] },
  });
  expect(
    withoutEntry(
      '<script type="module" crossorigin src="/a/app.js"></script><link rel="modulepreload" crossorigin href="/a/vendor.js">',
    ).entry,
  ).toEqual({ src: '/a/app.js', files: ['a/vendor.js', 'a/app.js'] });
  expect(() => withoutEntry('<body></body>')).toThrow('The page has no script of its own');
});

test('a shell brings its own files, without those of the entry', () => {
  const chunk = (fileName: string, moduleIds: string[], imports: string[], css: string[] = []) => ({
    type: 'chunk',
    fileName,
    moduleIds,
    imports,
    isEntry: fileName === 'index.js',
    viteMetadata: { importedCss: new Set(css) },
  });
  const chunks = [
    chunk('index.js', ['/x/src/main.tsx'], ['react.js']),
    chunk('react.js', [], []),
    chunk('shell.js', ['/x/src/app/shell/signed-in-shell.tsx'], ['react.js', 'kit.js'], ['shell.css']),
    chunk('kit.js', [], ['index.js'], ['kit.css']),
    chunk('auth.js', ['/x/src/app/shell/signed-out-shell.tsx'], []),
  ];
  const bundle = Object.fromEntries(chunks.map((each) => [each.fileName, each])) as unknown as Parameters<
    typeof filesBehind
  >[0];
  expect(filesBehind(bundle, ['shell/signed-in-shell.tsx'])).toEqual(['shell.css', 'kit.css', 'shell.js', 'kit.js']);
  expect(filesBehind(bundle, ['shell/signed-out-shell.tsx'])).toEqual(['auth.js']);
  expect(filesBehind(bundle, ['nowhere.tsx'])).toEqual([]);
});
