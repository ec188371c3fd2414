// Who is not in the file: deactivated with it only where somebody asks for that, and never too many.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import {
  type ImportBatch,
  type listMissing as listEndpoint,
  MISSING_MOST_SHARE,
} from '#contract/people/spreadsheet/importing.ts';
import type { Actor } from '../../../../../platform/actor.ts';
import type { Tx } from '../../../../../platform/db/database.ts';
import { AppError } from '../../../../../platform/http/errors.ts';
import { encodePlace, placeByName, rowAt } from '../../../finding/places.ts';
import { mayEnd } from '../../../policy.ts';
import { standingOf } from '../../../roles/grants.ts';
import { listRoles, lockRoster } from '../../../roles/role-repo.ts';
import { standing } from '../../../roles/roles.ts';
import { listRows } from '../import-repo.ts';
import {
  type Asking,
  countActive,
  countAwaited,
  countMissing,
  countUnclear,
  keepMissing,
  listMissing,
  putMissing,
} from './missing-repo.ts';

const DEFAULT_PAGE = 50;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Owners are never ended by being left out of a file; of the others who the caller could not end by hand. */
export async function askingOf(
  tx: Tx,
  { employee_id }: Actor,
  { import_id, columns }: Pick<ImportBatch, 'import_id' | 'columns'>,
): Promise<Asking> {
  const here = await standingOf(tx, employee_id);
  const spared = (await listRoles(tx)).filter((role) => {
    const there = standing([role]);
    return there.owner || !mayEnd(here, there);
  });
  const at = columns.findIndex(({ field }) => field === 'employee_number');
  const number_at = at < 0 ? null : at + 1;
  return { import_id, employee_id, spared_roles: spared.map(({ role_id }) => role_id), number_at };
}

/** For a file that was judged just now. */
export async function noteMissing(tx: Tx, actor: Actor, batch: Pick<ImportBatch, 'import_id' | 'columns' | 'source'>) {
  if (batch.source === 'file') await keepMissing(tx, await askingOf(tx, actor, batch));
}

async function numbersOf(tx: Tx, of: Asking): Promise<NonNullable<ImportBatch['missing']>> {
  const [people, active] = [await countMissing(tx, of), await countActive(tx)];
  const most = Math.max(0, Math.floor(active * MISSING_MOST_SHARE) - (await countAwaited(tx, of.import_id)));
  return { people, most, unclear: people ? await countUnclear(tx, of.import_id) : 0 };
}

/** With how many are not in it, for a file that is looked at. */
export async function withMissing(tx: Tx, actor: Actor, batch: ImportBatch): Promise<ImportBatch> {
  if (batch.source !== 'file' || batch.status !== 'checked') return batch;
  return { ...batch, missing: await numbersOf(tx, await askingOf(tx, actor, batch)) };
}

/** They are rows of it from now on. IMPORT_MISSING_TOO_MANY, IMPORT_MISSING_UNCLEAR; IMPORT_STATUS for an import without a file. */
export async function addMissing(tx: Tx, actor: Actor, batch: Pick<ImportBatch, 'import_id' | 'columns' | 'source'>) {
  if (batch.source !== 'file') throw new AppError('IMPORT_STATUS');
  // Two at once are counted one after the other.
  await lockRoster(tx);
  const of = await askingOf(tx, actor, batch);
  const { people, most, unclear } = await numbersOf(tx, of);
  if (people > most) throw new AppError('IMPORT_MISSING_TOO_MANY');
  if (unclear) throw new AppError('IMPORT_MISSING_UNCLEAR');
  await putMissing(tx, of);
}

type Listed = ResponseOf<typeof listEndpoint>;

/** By name: who would be deactivated, or once it has begun who was to be. */
export async function listAllMissing(
  tx: Tx,
  actor: Actor,
  { import_id, limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof listEndpoint>,
  batch: ImportBatch,
): Promise<Listed> {
  if (batch.source !== 'file' || batch.status === 'columns') return { items: [], next_cursor: null };
  if (batch.status !== 'checked') return listDone(tx, import_id, limit, cursor);
  const rows = await listMissing(tx, await askingOf(tx, actor, batch), placeByName(cursor), limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ employee_id, first_name, last_name, work_email }) => ({
      employee_id,
      name: `${first_name} ${last_name}`.trim(),
      work_email_id: work_email,
      outcome: null,
      why: null,
    })),
    next_cursor: last ? encodePlace(['name', last.sort_name, last.employee_id]) : null,
  };
}

async function listDone(tx: Tx, import_id: string, limit: number, cursor: string | undefined): Promise<Listed> {
  const rows = await listRows(tx, import_id, 'missing', rowAt(cursor), limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(({ employee_id, name, work_email, outcome, problems }) => ({
      employee_id,
      name,
      work_email_id: work_email,
      outcome,
      why: problems[0]?.message ?? null,
    })),
    next_cursor: last ? encodePlace(['row', String(last.row_number), NO_ID]) : null,
  };
}
