// Forms in all cuts of their bytes, and forms that are none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readForm } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=----bound';
const part = (name: string, value: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`------bound\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('------bound--\r\n')]);
const file = (bytes: string | Buffer) =>
  part('file', bytes, '; filename="a; name=\\"x\\".png"\r\nContent-Type: image/png');

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function read(body: AsyncIterable<Buffer>, type = TYPE) {
  const { fields, file } = await readForm(type, body);
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return { fields: Object.fromEntries(fields), bytes: Buffer.concat(chunks) };
}

test('fields and file come whole, however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('', '\r\n', '\r\n--', '\r\n------boun', '------bound'),
      fc.integer({ min: 1, max: 90 }),
      async (array, trap, size) => {
        const bytes = Buffer.concat([array, Buffer.from(trap)]);
        const body = form(part('Key', 'a/b'), part('Content-Type', 'image/png\r\n'), file(bytes), part('submit', 'x'));
        const found = await read(cut(body, size));
        expect(found.fields).toEqual({ key: 'a/b', 'content-type': 'image/png\r\n' });
        expect(found.bytes.equals(bytes)).toBe(true);
      },
    ),
  );
});

test.each([
  ['no form', Buffer.from('{}'), 'application/json'],
  ['no boundary', form(file('x')), 'multipart/form-data'],
  ['another boundary', form(file('x')), 'multipart/form-data; boundary=other'],
  ['no file', form(part('key', 'a')), TYPE],
  ['a field twice', form(part('key', 'a'), part('KEY', 'b'), file('x')), TYPE],
  ['a field without an end', form(part('key', 'x'.repeat(50_000)), file('x')), TYPE],
  ['many fields', form(...Array.from({ length: 900 }, (_, i) => part(`k${i}`, 'x'.repeat(40))), file('x')), TYPE],
  ['cut off in a field', form(part('key', 'abc'), file('x')).subarray(0, 60), TYPE],
  ['cut off in the file', form(file('x'.repeat(500))).subarray(0, 300), TYPE],
  ['nothing', Buffer.alloc(0), TYPE],
])('%s is refused', async (_, body, type) => {
  await expect(read(cut(body, 1000), type)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
