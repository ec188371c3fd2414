// Keys that are wished for: none leads out of the own folder, whatever the name.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayUpload, placeOf, unfit } from './policy.ts';

const who = { company_id: '0192f3c4-aaaa-4bbb-8ccc-0123456789ab', employee_id: '0192f3c4-bbbb-4bbb-8ccc-0123456789ab' };
const NOW = 1_732_201_600_000;
const wish = (name: string, folder = 'chat') =>
  placeOf(`${who.company_id}/${folder}/${who.employee_id}/${name}`, who, NOW);

test.each([
  ['plan.pdf', 'plan-1732201600000.pdf', 'plan.pdf', 'application/pdf'],
  ['plan-1700000000000.PDF', 'plan-1700000000000.pdf', 'plan.PDF', 'application/pdf'],
  ['noending', 'noending-1732201600000', 'noending', 'application/octet-stream'],
  ['.env', 'env-2d3b9fd8-1732201600000', '.env', 'application/octet-stream'],
  ['a.tar.gz', 'a-tar-5ef4b7ec-1732201600000.gz', 'a.tar.gz', 'application/octet-stream'],
  ['日本.png', 'file-7da9d2c2-1732201600000.png', '日本.png', 'image/png'],
  ['constructor.constructor', 'constructor-constructor', 'constructor.constructor', 'application/octet-stream'],
])('%s', (given, key, name, mime_type) => {
  const place = wish(given);
  expect(place).toMatchObject({ folder: 'chat', name, mime_type });
  const file = typeof place === 'string' ? '' : (place.key.split('/').at(-1) ?? '');
  // The hash is whatever it is; that there is one counts.
  const plain = (text: string) =>
    text.replace(/-[0-9a-f]{8}-(?=\d{13})/, '-HASH-').replace(/^constructor.*/, 'constructor');
  expect(plain(file)).toBe(plain(key));
});

test('whatever the name, the key stays in the own folder and is plain', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'./\\%az-\0\u202e'), maxLength: 20 }),
    fc.constantFrom('..', '.', '...', '%2e%2e%2f', 'CON', 'a/../../b', `x-${NOW}`, `-${NOW}.png`),
  );
  fc.assert(
    fc.property(name, (given) => {
      const place = wish(given);
      if (typeof place === 'string') return;
      const own = `${who.company_id}/chat/${who.employee_id}/`;
      expect(place.key.startsWith(own)).toBe(true);
      expect(place.key.slice(own.length)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,100}-\d{13}(\.[a-z0-9]{1,8})?$/);
    }),
  );
});

test('names that differ only in what a key leaves out stay apart', () => {
  const keys = ['日本.txt', '中国.txt', 'a b.txt', 'a-b.txt', 'a  b.txt']
    .map((name) => wish(name))
    .map((p) => (typeof p === 'string' ? p : p.key));
  expect(new Set(keys).size).toBe(5);
});

test('images where pictures belong, and private where only some may read', () => {
  const place = (folder: string, name: string) => wish(name, folder) as Exclude<ReturnType<typeof wish>, string>;
  expect(unfit(place('branding', 'a.svg'), false)?.path).toBe('key');
  expect(unfit(place('branding', 'a.webp'), false)).toBeUndefined();
  expect(unfit(place('chat', 'a.webp'), false)?.path).toBe('is_private');
  expect(unfit(place('chat', 'a.html'), true)).toBeUndefined();
});

test('who may put files where', () => {
  const nobody = { permissions: new Set<string>(), modules: new Set<string>() };
  expect(mayUpload(nobody, 'chat')).toBe(false);
  expect(mayUpload({ ...nobody, modules: new Set(['chat']) }, 'chat')).toBe(true);
  expect(mayUpload(nobody, 'branding')).toBe(false);
  expect(mayUpload({ ...nobody, permissions: new Set(['company.configure']) }, 'config/values')).toBe(true);
  expect(mayUpload(nobody, 'user-manage/employee')).toBe(true);
});
