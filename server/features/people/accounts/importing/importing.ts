// Imports: a file is judged, run, asked about and undone. What goes on by itself between two calls is in applying.ts and undoing.ts.
import { isDeepStrictEqual } from 'node:util';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type * as contract from '#contract/people/spreadsheet/importing.ts';
import { type ImportBatch, type ImportField, importLimits } from '#contract/people/spreadsheet/importing.ts';
import type { Actor } from '../../../../platform/actor.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError, invalid } from '../../../../platform/http/errors.ts';
import type { FileService } from '../../../files/service.ts';
import { checkDepartment, departmentsAt } from '../../departments/departments.ts';
import { columns as templateColumns } from '../../finding/export/columns.ts';
import { encodePlace, rowAt } from '../../finding/places.ts';
import {
  type BatchRow,
  findBatch,
  forgetOld,
  listBatches,
  listLines,
  listNamed,
  listRows,
  lockBatch,
  type NewBatch,
  type NewRow,
  putBatch,
  type StoredRow,
  setDepartments,
  setGoing,
  setInviting,
  setStatus,
  tallyOf,
} from './import-repo.ts';
import { askedIn, judgeAll, wishesOf } from './judging/judge.ts';
import type { Judged } from './judging/judged.ts';
import { nameKey, namesIn } from './judging/names.ts';
import { type Unknown, unknownIn } from './judging/unknown.ts';
import { type Columns, cellsByField } from './judging/wish.ts';
import { loadWorld } from './judging/world.ts';
import { addMissing, noteMissing } from './missing/missing.ts';
import { present } from './presenting.ts';
import { orderOf } from './reading/days.ts';
import { findHeadings, guessFields } from './reading/headings.ts';
import type { Line } from './reading/read-file.ts';

const DEFAULT_PAGE = 50;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const SAMPLE = 60;

export type ImportFiles = Pick<FileService, 'readOwn'>;

type Check = ParsedOf<typeof contract.checkImport>;

/** What this very file was found to be by these very columns; undefined if it was not looked at yet. IMPORT_NOT_FOUND, IMPORT_STATUS. */
export async function checkedBefore(
  tx: Tx,
  actor: Actor,
  { import_id, file_id, mapping }: Check,
): Promise<ImportBatch | undefined> {
  const there = await findBatch(tx, import_id);
  refuseBegun(actor, there);
  const fields = there?.columns.map(({ field }) => field);
  const same = there?.file_id === file_id && (!mapping || isDeepStrictEqual(mapping, fields));
  return same ? getImport(tx, import_id) : undefined;
}

/** Its bytes, once they are asked for. FILE_NOT_FOUND, IMPORT_TOO_LARGE. */
export async function findFile(
  tx: Tx,
  actor: Actor,
  { file_id }: Check,
  files: ImportFiles,
): Promise<{ readonly name: string; bytes(): Promise<Buffer> }> {
  const file = await files.readOwn(tx, actor.employee_id, file_id);
  if (!file) throw new AppError('FILE_NOT_FOUND');
  if (file.size > importLimits.bytes) throw new AppError('IMPORT_TOO_LARGE');
  return file;
}

/** IMPORT_COLUMNS, IMPORT_EMPTY, IMPORT_NOT_FOUND, IMPORT_STATUS. */
export async function checkLines(
  tx: Tx,
  actor: Actor,
  { import_id, file_id, mapping }: Check,
  file_name: string,
  all: readonly Line[],
): Promise<ImportBatch> {
  const there = await lockBatch(tx, import_id);
  refuseBegun(actor, there);
  const origin = { import_id, source: 'file', file_id, file_name } as const;
  return judgeTable(tx, actor, origin, tableOf(all, mapping), there?.departments);
}

/** IMPORT_NOT_FOUND, IMPORT_STATUS, DEPARTMENT_NOT_FOUND. */
export async function answerDepartments(
  tx: Tx,
  actor: Actor,
  { import_id, names, answer, department_id = null }: ParsedOf<typeof contract.answerDepartments>,
): Promise<ImportBatch> {
  if ((answer === 'use') !== !!department_id)
    throw invalid([{ path: 'department_id', message: 'A department goes with the answer use, and only with it' }]);
  const batch = await lockBatch(tx, import_id);
  if (batch?.created_by !== actor.employee_id) throw new AppError('IMPORT_NOT_FOUND');
  if (batch.status !== 'checked') throw new AppError('IMPORT_STATUS');
  const asked = new Set(batch.departments.map(({ name }) => nameKey(name)));
  const said = new Set(names.map(nameKey));
  if (!said.isSubsetOf(asked)) throw invalid([{ path: 'names', message: 'The file asks about no such department' }]);
  // Nothing is held: it is judged again when it is its turn.
  if (department_id) await checkDepartment(tx, department_id);
  const departments = batch.departments.map((one) =>
    said.has(nameKey(one.name)) ? { ...one, answer, department_id } : one,
  );
  // Said again, nothing is written.
  if (isDeepStrictEqual(departments, batch.departments)) return getImport(tx, import_id);
  const lines = await listLines(tx, import_id);
  const columns = { columns: batch.columns, day_first: batch.day_first };
  return judgeTable(tx, actor, batch, { lines, columns }, departments);
}

type Origin = Pick<NewBatch, 'import_id' | 'source' | 'file_id' | 'file_name'>;

/** What became of it the last time, if it was judged before, is replaced. `answered`: what was said about departments. */
export async function judgeTable(
  tx: Tx,
  actor: Actor,
  origin: Origin,
  table: Table,
  answered: readonly Unknown[] = [],
): Promise<ImportBatch> {
  const { lines, columns } = table;
  const { import_id, source, file_id, file_name } = origin;
  const batch = { import_id, source, file_id, file_name, created_by: actor.employee_id, ...columns };
  await forgetOld(tx, origin.import_id);
  if (!columns.columns.some(({ field }) => namesPeople(field))) {
    const counts = { rows: lines.length, create: 0, change: 0, same: 0, problem: 0 };
    await putBatch(tx, { ...batch, status: 'columns', counts, departments: [] }, []);
  } else {
    await putBatch(tx, ...(await judged(tx, actor, table, { ...batch, status: 'checked' }, answered)));
    await noteMissing(tx, actor, batch);
  }
  return getImport(tx, origin.import_id);
}

/** Who is here may be known by either; somebody new needs an address. */
const namesPeople = (field: ImportField | null) => field === 'work_email_id' || field === 'employee_number';

/** What somebody else had checked is theirs to have checked again. */
function refuseBegun({ employee_id }: Actor, there: BatchRow | undefined): void {
  if (there && there.created_by !== employee_id) throw new AppError('IMPORT_NOT_FOUND');
  if (there && (there.source !== 'file' || (there.status !== 'columns' && there.status !== 'checked')))
    throw new AppError('IMPORT_STATUS');
}

type Table = { lines: Line[]; columns: Columns & Pick<BatchRow, 'columns'> };

/** IMPORT_COLUMNS, IMPORT_EMPTY. */
function tableOf(all: readonly Line[], mapping: readonly (ImportField | null)[] | undefined): Table {
  const at = findHeadings(all);
  const headings = all[at]?.cells ?? [];
  const width = headings.findLastIndex(Boolean) + 1;
  const lines = all.slice(at + 1).filter(({ cells }) => !isHint(cells));
  if (!lines.length) throw new AppError('IMPORT_EMPTY');
  const given = mapping?.filter((field) => field !== null);
  const unfit = given && (new Set(given).size < given.length || !given.some(namesPeople));
  if (mapping && (unfit || mapping.length !== width)) throw new AppError('IMPORT_COLUMNS');
  const fields = mapping ?? guessFields(headings.slice(0, width));
  const columns = headings.slice(0, width).map((heading, column) => ({
    heading,
    sample: (lines.find(({ cells }) => cells[column])?.cells[column] ?? '').slice(0, SAMPLE).toWellFormed(),
    field: fields[column] ?? null,
  }));
  const known = { columns, day_first: null };
  const days = lines.flatMap((line) => {
    const cells = cellsByField(line, known);
    return [cells.get('birth_date') ?? '', cells.get('joining_date') ?? ''];
  });
  return { lines, columns: { columns, day_first: orderOf(days) } };
}

const hints: ReadonlySet<string> = new Set(templateColumns.map(({ hint }) => hint));
/** The line of the template that says what goes where. */
const isHint = (cells: readonly string[]): boolean => cells.filter(Boolean).every((cell) => hints.has(cell));

async function judged(
  tx: Tx,
  actor: Actor,
  { lines, columns }: Table,
  batch: Omit<NewBatch, 'counts' | 'departments'>,
  answered: readonly Unknown[],
): Promise<[NewBatch, NewRow[]]> {
  const wished = wishesOf(lines, columns);
  const world = await loadWorld(tx, actor, askedIn(wished), answered);
  const all = judgeAll(lines, wished, columns, world);
  const counts = { rows: all.length, create: 0, change: 0, same: 0, problem: 0 };
  for (const { verdict } of all) counts[verdict]++;
  return [{ ...batch, counts, departments: unknownIn(wished, world.departments, answered) }, all.map(stored)];
}

const stored = ({ line, wish, verdict, fields, problems, employee_id, target }: Judged, place: number): NewRow => ({
  row_number: line.row,
  place,
  cells: line.cells,
  flaw: flawOf(line),
  name: `${target.first_name} ${target.last_name}`.trim(),
  work_email: wish.email || target.work_email,
  verdict,
  fields,
  problems,
  employee_id,
});

function flawOf({ problem, formulas }: Line): NewRow['flaw'] {
  return problem || formulas ? { ...(problem && { problem }), ...(formulas && { formulas }) } : null;
}

export async function listAll(tx: Tx): Promise<ImportBatch[]> {
  const rows = await listBatches(tx);
  const tallies = await tallyOf(
    tx,
    rows.map(({ import_id }) => import_id),
  );
  return rows.map((row) => present(row, tallies));
}

/** IMPORT_NOT_FOUND. */
export async function getImport(tx: Tx, import_id: string): Promise<ImportBatch> {
  const row = await findBatch(tx, import_id);
  if (!row) throw new AppError('IMPORT_NOT_FOUND');
  return present(row, await tallyOf(tx, [import_id]));
}

export async function listImportRows(
  tx: Tx,
  { import_id, show, limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof contract.listImportRows>,
): Promise<ResponseOf<typeof contract.listImportRows>> {
  await getImport(tx, import_id);
  const after = rowAt(cursor);
  const rows = await listRows(tx, import_id, show, after, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(presentRow),
    next_cursor: last ? encodePlace(['row', String(last.row_number), NO_ID]) : null,
  };
}

const presentRow = ({ row_number: row, work_email: work_email_id, ...rest }: StoredRow) => {
  const { name, fields, problems, outcome } = rest;
  // Those of nobody in the file are listed apart.
  const verdict = rest.verdict === 'missing' ? 'change' : rest.verdict;
  return { row, name, work_email_id, verdict, fields, problems, outcome };
};

/**
 * IMPORT_NOT_FOUND; IMPORT_STATUS unless it is checked, or stopped: then it goes on the way it was going. From here on with the rights of
 * the caller. What has run, or runs, is left as it is. TOO_MANY_DEPARTMENTS. With `deactivate_missing` as addMissing refuses it.
 */
export async function runImport(
  tx: Tx,
  actor: Actor,
  { import_id, send_invitations = false, deactivate_missing = false }: ParsedOf<typeof contract.runImport>,
): Promise<ImportBatch> {
  const row = await lockBatch(tx, import_id);
  if (!row) throw new AppError('IMPORT_NOT_FOUND');
  if (row.status === 'running' || row.status === 'done') return getImport(tx, import_id);
  if (row.status !== 'checked' && row.status !== 'stopped') throw new AppError('IMPORT_STATUS');
  if (row.status === 'checked') await setInviting(tx, import_id, send_invitations);
  if (row.status === 'checked' && deactivate_missing) await addMissing(tx, actor, row);
  const people = row.counts.create + row.counts.change;
  const missing = (await getImport(tx, import_id)).deactivation?.people ?? 0;
  const back = row.direction === 'undo';
  const action = back ? 'people.import_undone' : 'people.import_run';
  await audit(tx, actor.company_id, actor.employee_id, action, { import_id, people, ...(missing && { missing }) });
  if (row.status === 'checked' && people) await makeDepartments(tx, actor, row);
  await setGoing(tx, import_id, row.direction, actor.employee_id);
  if (!people && !missing && !back) await setStatus(tx, import_id, 'done');
  return getImport(tx, import_id);
}

/** Those that somebody gets by it. TOO_MANY_DEPARTMENTS. */
async function makeDepartments(tx: Tx, actor: Actor, { import_id, columns, departments }: BatchRow): Promise<void> {
  const at = columns.findIndex(({ field }) => field === 'department');
  if (at < 0 || !departments.some(({ answer }) => answer === 'create')) return;
  const named = new Set((await listNamed(tx, import_id, at + 1)).map(nameKey));
  const wanted = departments.filter(({ answer, name }) => answer === 'create' && named.has(nameKey(name)));
  const made = await departmentsAt(
    tx,
    actor,
    wanted.map(({ name }) => namesIn(name)),
  );
  const after = departments.map((one) => ({ ...one, ...made[wanted.indexOf(one)] }));
  await setDepartments(tx, import_id, after);
}

/** IMPORT_NOT_FOUND; IMPORT_STATUS unless it has run and can be undone still. */
export async function undoImport(tx: Tx, actor: Actor, import_id: string): Promise<ImportBatch> {
  const row = await lockBatch(tx, import_id);
  if (!row) throw new AppError('IMPORT_NOT_FOUND');
  const batch = await getImport(tx, import_id);
  if (row.status === 'undoing' || row.status === 'undone') return batch;
  if (!batch.undo_until || batch.undo_until < new Date().toISOString()) throw new AppError('IMPORT_STATUS');
  const people = batch.results.created + batch.results.changed + (batch.deactivation?.done ?? 0);
  await audit(tx, actor.company_id, actor.employee_id, 'people.import_undone', { import_id, people });
  await setGoing(tx, import_id, 'undo', actor.employee_id);
  return getImport(tx, import_id);
}
