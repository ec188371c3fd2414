// Reads a multipart form as S3 takes it: small fields first, then one `file`, whose bytes are handed on as they come. What
// stands after the file is not looked at.
import { AppError } from '../http/errors.ts';

/** Bytes of all that comes before the file. */
const MAX_FIELDS = 20_000;

export interface Form {
  /** Names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  /** Ends with the file; throws INVALID_REQUEST if the form breaks off in it. */
  readonly file: AsyncIterable<Buffer>;
}

const bad = (message: string) => new AppError('INVALID_REQUEST', { message });

/** `type`: the content-type header. Throws INVALID_REQUEST. */
export async function readForm(type: string, body: AsyncIterable<Buffer>): Promise<Form> {
  const boundary = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  if (!boundary) throw bad('Not a multipart form');
  const source = createSource(body);
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, 'latin1');
  const fields = new Map<string, string>();
  await source.until(delimiter.subarray(2), MAX_FIELDS);
  for (let left = MAX_FIELDS; ; ) {
    const head = (await source.until(Buffer.from('\r\n\r\n'), left)).toString();
    const name = /^content-disposition:\s*form-data\s*;(?:.*;)?\s*name="([^"]*)"/im.exec(head)?.[1]?.toLowerCase();
    if (!head.startsWith('\r\n') || name === undefined) throw bad('A part without a name, or no file');
    if (name === 'file') return { fields, file: source.upTo(delimiter) };
    if (fields.has(name)) throw bad(`The field ${name} stands there twice`);
    const value = await source.until(delimiter, left);
    fields.set(name, value.toString());
    left -= head.length + value.length;
    if (left <= 0) throw bad('The fields are too large');
  }
}

function createSource(body: AsyncIterable<Buffer>) {
  const iterator = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await iterator.next();
    if (next.done) throw bad('The form breaks off');
    held = held.length ? Buffer.concat([held, next.value]) : next.value;
  };
  return {
    /** What comes before the delimiter, which is taken away, too. */
    until: async (delimiter: Buffer, max: number): Promise<Buffer> => {
      for (let at = held.indexOf(delimiter); ; at = held.indexOf(delimiter)) {
        if (at > max || (at < 0 && held.length > max + delimiter.length)) throw bad('The fields are too large');
        if (at >= 0) {
          const found = held.subarray(0, at);
          held = held.subarray(at + delimiter.length);
          return found;
        }
        await more();
      }
    },
    upTo: async function* (delimiter: Buffer): AsyncGenerator<Buffer, void, void> {
      for (;;) {
        const at = held.indexOf(delimiter);
        // The end of what is held may be the beginning of the delimiter.
        const sure = at >= 0 ? at : held.length - delimiter.length + 1;
        if (sure > 0) {
          yield held.subarray(0, sure);
          held = held.subarray(sure);
        }
        if (at >= 0) return;
        await more();
      }
    },
  };
}
