// An Excel workbook → the cells of its first sheet as text: a day as 2026-11-02, a number without an exponent, text as it stands.
import { readSheet } from 'read-excel-file/node';
import { importLimits } from '#contract/people/spreadsheet/importing.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import { NotUnpacked, type Part, pack, unpack } from './zip.ts';

/** A cell far down or far right makes all those before it: so many cells are read at most. */
const MOST_CELLS = 4_000_000;
const MOST_ROW = 100_000;

/** IMPORT_TOO_LARGE, IMPORT_UNREADABLE. */
export async function readWorkbook(bytes: Buffer): Promise<string[][]> {
  try {
    const parts = unpack(bytes);
    for (const part of parts) if (/worksheets\//.test(part.name)) checkExtent(part);
    const rows = await readSheet<string>(pack(parts), 1, { parseNumber: numberText, trim: false });
    return rows.map((row) => row.map((cell) => textOf(cell)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const tooLarge = error instanceof NotUnpacked && error.tooLarge;
    throw new AppError(tooLarge ? 'IMPORT_TOO_LARGE' : 'IMPORT_UNREADABLE', { message: String(error) });
  }
}

/** Before anything is made of it: how far the sheet reaches. */
function checkExtent({ bytes }: Part): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', row = ''] of bytes.toString('latin1').matchAll(/\sr="([A-Z]{1,4})(\d{1,8})"/g)) {
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows > MOST_ROW || columns > importLimits.columns * 2 || rows * columns > MOST_CELLS)
    throw new AppError('IMPORT_TOO_LARGE');
}

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** `4.915E+11` → `491500000000`; whatever else a number is keeps its digits. */
function numberText(text: string): string {
  if (/^-?\d{1,15}$/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.valueOf()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : '';
}
