// What an answer or a file says, also where it is packed: in a compressed archive nobody sees a word.
import { unzip } from '../../kit/files.ts';

const ARCHIVE = Buffer.from('PK\x03\x04', 'latin1');

export const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, ARCHIVE.length).equals(ARCHIVE);

/** In lower case. Of archives the names and contents of all parts, and so on inwards; throws for one that cannot be unpacked. */
export function wordsIn(bytes: Buffer): string {
  if (!isArchive(bytes)) return bytes.toString().toLowerCase();
  return [...unzip(bytes)].map(([name, part]) => `${name.toLowerCase()}\n${wordsIn(part)}`).join('\n');
}
