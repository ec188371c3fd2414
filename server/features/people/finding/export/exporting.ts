// People as a file: of comma-separated values, or a workbook in which every cell is text, so that no zero is lost in front.
import Papa from 'papaparse';
import writeWorkbook from 'write-excel-file/node';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import type { exportPeople } from '#contract/people/spreadsheet/export.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { SessionCall } from '../../../../platform/feature.ts';
import { listDepartments } from '../../departments/department-repo.ts';
import { pathOf } from '../../departments/tree.ts';
import { columns, type Paths } from './columns.ts';
import { listForExport } from './export-repo.ts';

type Lines = readonly (readonly string[])[];
type Format = 'csv' | 'xlsx';

/** Spreadsheets take a file without it for one of their own old character sets. */
const BOM = '\uFEFF';
const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Of a column, in characters. */
const WIDTH = 24;

export async function exportEmployees(
  { tx, actor }: SessionCall,
  { format = 'csv', template }: ParsedOf<typeof exportPeople>,
): Promise<FileAnswer> {
  const empty = template === 'true';
  const lines = empty ? [columns.map(({ hint }) => hint)] : await linesOf(tx);
  if (!empty) await audit(tx, actor.company_id, actor.employee_id, 'people.exported', { format, people: lines.length });
  const headings = columns.map(({ heading }) => heading);
  return spreadsheet(
    empty ? 'people-template' : `people-${new Date().toISOString().slice(0, 10)}`,
    format,
    headings,
    lines,
  );
}

/** `name`: without the end that says the format. */
export const spreadsheet = async (
  name: string,
  format: Format,
  headings: readonly string[],
  lines: Lines,
): Promise<FileAnswer> => ({
  file_name: `${name}.${format}`,
  mime_type: TYPES[format],
  content: format === 'csv' ? csv(headings, lines) : await workbook(headings, lines),
});

async function linesOf(tx: Tx): Promise<Lines> {
  const all = await listDepartments(tx);
  const paths: Paths = new Map(all.map(({ department_id: id }) => [id, pathOf(all, id).join(' / ')]));
  return (await listForExport(tx)).map((row) => columns.map(({ of }) => of(row, paths)));
}

function csv(headings: readonly string[], lines: Lines): FileAnswer['content'] {
  // What begins like a formula would be one in a spreadsheet.
  const text = Papa.unparse({ fields: [...headings], data: lines.map((line) => [...line]) }, { escapeFormulae: true });
  return new TextEncoder().encode(BOM + text);
}

/** A cell of text is never a formula, whatever it begins with. */
async function workbook(headings: readonly string[], lines: Lines): Promise<FileAnswer['content']> {
  const cell = (value: string) => ({ value, type: String, format: '@' });
  const data = [
    headings.map((value) => ({ ...cell(value), fontWeight: 'bold' as const })),
    ...lines.map((line) => line.map((value) => (value ? cell(value) : null))),
  ];
  const look = { sheet: 'People', stickyRowsCount: 1, columns: headings.map(() => ({ width: WIDTH })) };
  return new Uint8Array(await writeWorkbook(data, look).toBuffer());
}
