// A file → a table of text, whatever it was saved as: a workbook, or values with commas, semicolons or tabs between, in any of the
// character sets that spreadsheets write.
import Papa from 'papaparse';
import { importLimits } from '#contract/people/spreadsheet/importing.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import { readWorkbook } from './workbook.ts';

/** A line of the file that is not empty. */
export interface Line {
  /** As a spreadsheet shows it. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Columns in which a formula stands in place of its result; only while the file is read. */
  readonly formulas?: readonly number[];
  /** Why nothing can come of it, where that is known before it is judged; only then. */
  readonly problem?: string;
}

/** What stands in a cell is cut after this: no field takes as much. */
const CELL_LENGTH = 4_000;
/** Characters in all. One text that many cells share is small in the file, and large once each has its own. */
const MOST_TEXT = 20_000_000;

/** IMPORT_EMPTY, IMPORT_TOO_LARGE, IMPORT_UNREADABLE. */
export async function readLines(bytes: Buffer): Promise<Line[]> {
  const isWorkbook = isArchive(bytes);
  const rows = isWorkbook ? await readWorkbook(bytes) : readValues(decode(bytes));
  let length = 0;
  const lines = rows.flatMap((row, at): Line[] => {
    const cells = row.map((cell) => cleanCell(isWorkbook ? cell : unguarded(cell)));
    for (const cell of cells) length += cell.length;
    if (length > MOST_TEXT) throw new AppError('IMPORT_TOO_LARGE');
    const formulas = row.flatMap((cell, column) => (isWorkbook || !isFormula(cell) ? [] : [column]));
    return cells.some(Boolean) ? [{ row: at + 1, cells, ...(formulas.length && { formulas }) }] : [];
  });
  if (lines.length < 2) throw new AppError('IMPORT_EMPTY');
  const tooWide = lines.some(({ cells }) => cells.findLastIndex(Boolean) >= importLimits.columns);
  // One line has the headings; there may be a few of a title above.
  if (lines.length > importLimits.rows + 10 || tooWide) throw new AppError('IMPORT_TOO_LARGE');
  return lines;
}

const isArchive = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04';

/** What no cell needs: characters that cannot be seen or stored, and space around it. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u200b\u2060\ufeff]/gu;
/** Cut and cleaned as all text is that comes from elsewhere. */
export const cleanCell = (cell: string): string =>
  short(cell).toWellFormed().replace(UNSEEN, '').replaceAll('\u00a0', ' ').trim();

/** A copy: of a part of a text the whole is kept. */
const short = (cell: string): string =>
  cell.length > CELL_LENGTH ? Buffer.from(cell.slice(0, CELL_LENGTH)).toString() : cell;

/** UTF-8 or UTF-16 if it is that, with or without a mark; otherwise what old spreadsheets write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = bytes.subarray(0, 1000);
  const [even, odd] = [0, 1].map((side) => head.filter((byte, at) => byte === 0 && at % 2 === side).length);
  if ((odd ?? 0) > head.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if ((even ?? 0) > head.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  // Pictures, old workbooks, PDFs: text has none of these.
  if (head.includes(0)) throw new AppError('IMPORT_UNREADABLE');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

function readValues(text: string): string[][] {
  // Excel's own word for what stands between.
  const [said, delimiter] = /^sep=(.)\r?\n/.exec(text) ?? [];
  const guess = delimiter ? { delimiter } : { delimitersToGuess: DELIMITERS };
  const { data, errors } = Papa.parse<string[]>(said ? text.slice(said.length) : text, guess);
  // From a quotation mark that is never closed on, everything would be one cell.
  if (errors.some(({ type }) => type === 'Quotes')) throw new AppError('IMPORT_UNREADABLE');
  return said ? [[], ...data] : data;
}

const isFormula = (cell: string): boolean => cell.startsWith('=') && unguarded(cell) === cell;

/** What an export wrote so that no spreadsheet takes it for a formula: `'=1+1`, `="00712"`. */
function unguarded(cell: string): string {
  if (/^'[=+\-@\t\r]/.test(cell)) return cell.slice(1);
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}
