// The archive, as it is made: a file of JSON for each part of the register, what the person has uploaded, and two files to read. One
// entry after the other, each as it comes from the database or the store, so that nothing large is ever held.
import type { Readable } from 'node:stream';
import { Readable as Source } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Shaped } from '../../../platform/db/privacy/register.ts';
import type { PrivacyPorts } from '../deps.ts';
import { indexPage, readMe, type Summary } from './reading.ts';
import { isPart, type Part, pagesOf, type Whose } from './rows.ts';

/** Rows of a part that can be read without another program. */
const SHOWN = 50;
/** Bytes of uploaded files in all: stores take no larger file in one piece. */
const MOST_BYTES = 4_000_000_000;

export interface Wanted extends Whose, Pick<PrivacyPorts, 'register' | 'files'> {
  readonly company_name: string;
}

/** Its bytes. Reading them makes it; destroyed, nothing goes on. */
export function archiveOf(wanted: Wanted): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  const signal = AbortSignal.any([wanted.signal, gone.signal]);
  // What fails in an entry is told by the entry, and what ends the whole by whoever reads it; who does not read yet finds it ended.
  zip.on('error', () => {});
  output.on('error', () => {});
  fill(zip, { ...wanted, signal }).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function fill(zip: ZipFile, wanted: Wanted): Promise<void> {
  const parts = wanted.register.filter(isPart).toSorted((a, b) => (a.exported.file < b.exported.file ? -1 : 1));
  const summaries: Summary[] = [];
  for (const part of parts) {
    const summary: Summary = { file: `${part.exported.file}.json`, says: part.exported.says, rows: 0, first: [] };
    await add(zip, summary.file, Source.from(jsonOf(part, wanted, summary)), wanted.signal);
    summaries.push(summary);
  }
  const leftOut = await addUploads(zip, parts, wanted);
  const about = { company_name: wanted.company_name, made_at: new Date().toISOString(), leftOut };
  zip.addBuffer(Buffer.from(readMe(summaries, about)), 'README.txt');
  zip.addBuffer(Buffer.from(indexPage(summaries, about)), 'index.html');
}

/** Resolves once the archive has taken all of it. */
async function add(zip: ZipFile, name: string, stream: Readable, signal: AbortSignal, compress = true): Promise<void> {
  signal.throwIfAborted();
  // Broken off, it may still fail when nobody waits for it any more.
  stream.on('error', () => {});
  zip.addReadStream(stream, name, { compress });
  try {
    await finished(stream, { signal });
  } finally {
    stream.destroy();
  }
}

async function* jsonOf(part: Part, wanted: Wanted, summary: Summary): AsyncGenerator<string> {
  yield '[';
  for await (const page of pagesOf(part, wanted)) {
    yield page.map((row, n) => `${summary.rows + n ? ',' : ''}\n${JSON.stringify(row)}`).join('');
    summary.rows += page.length;
    summary.first.push(...page.slice(0, SHOWN - summary.first.length));
  }
  yield '\n]\n';
}

/** Answers how many of them are not in it: what the store does not have any more, and what would be too much. */
async function addUploads(zip: ZipFile, parts: readonly Part[], wanted: Wanted): Promise<number> {
  const part = parts.find(({ table }) => table === 'file');
  let [left, leftOut] = [MOST_BYTES, 0];
  if (!part) return leftOut;
  for await (const page of pagesOf(part, wanted))
    for (const row of page) {
      const { size } = row as { size: number };
      const stream = size <= left ? await wanted.files.readBytes(String(row['key'])) : undefined;
      if (!stream) leftOut++;
      else {
        await add(zip, `files/${nameOf(row)}`, stream, wanted.signal, false);
        left -= size;
      }
    }
  return leftOut;
}

/** Two files may have one name, and a name may be one that no disk takes. */
const nameOf = ({ file_id, name }: Shaped): string =>
  `${String(file_id)}-${String(name)
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '_')
    .slice(-100)}`;
