// The rows with problems as a file like the one they came in, and why in a column more.
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import type { importErrors } from '#contract/people/spreadsheet/importing.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { spreadsheet } from '../../finding/export/exporting.ts';
import { listRows } from './import-repo.ts';
import { getImport } from './importing.ts';

const PAGE = 2000;

/** IMPORT_NOT_FOUND. */
export async function errorFile(
  tx: Tx,
  { import_id, format = 'csv' }: ParsedOf<typeof importErrors>,
): Promise<FileAnswer> {
  const { columns } = await getImport(tx, import_id);
  const lines: string[][] = [];
  for (let after = 0; ; ) {
    const rows = await listRows(tx, import_id, 'problem', after, PAGE);
    for (const { cells, problems } of rows) {
      const why = problems.map(({ column, message }) => (column ? `${column}: ${message}` : message));
      lines.push([...columns.map((_, at) => cells[at] ?? ''), why.join('; ')]);
    }
    after = rows.at(-1)?.row_number ?? after;
    if (rows.length < PAGE) break;
  }
  return spreadsheet('people-to-fix', format, [...columns.map(({ heading }) => heading), 'Problem'], lines);
}
