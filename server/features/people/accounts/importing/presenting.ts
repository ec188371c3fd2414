// An import as it is stored → the wire's shape, with how far it is.
import type { ImportBatch } from '#contract/people/spreadsheet/importing.ts';
import { type BatchRow, KEPT_DAYS, type Tally } from './import-repo.ts';

const DAY_MS = 86_400_000;

type Outcome = Tally['outcome'];
const wasDone = (outcome: Outcome): boolean => outcome === 'done' || outcome === 'undone' || outcome === 'kept';
const rowsIn = (tallies: readonly Tally[], ...outcomes: Outcome[]): number =>
  tallies.filter(({ outcome }) => outcomes.includes(outcome)).reduce((all, { rows }) => all + rows, 0);

/** `missing` is null: who is not in the file is asked for apart. */
export function present(row: BatchRow, tallies: readonly Tally[]): ImportBatch {
  const {
    company_id: _,
    day_first: __,
    attempts: ___,
    acting_by: ____,
    started_at,
    direction,
    file_id,
    departments,
    ...shown
  } = row;
  const all = tallies.filter(({ import_id }) => import_id === row.import_id);
  const { missing = [], own = [] } = Object.groupBy(all, ({ verdict }) => (verdict === 'missing' ? 'missing' : 'own'));
  const results = resultsOf(own);
  const people = missing.reduce((sum, { rows }) => sum + rows, 0);
  const deactivated = { people, done: rowsIn(missing, 'done', 'undone', 'kept'), undone: rowsIn(missing, 'undone') };
  const back =
    row.status === 'undoing' || row.status === 'undone' || (row.status === 'stopped' && direction === 'undo');
  const of = back ? rowsIn(all, 'done', 'undone', 'kept') : row.counts.create + row.counts.change + people;
  const done = back ? rowsIn(all, 'undone', 'kept') : rowsIn(all, 'done', 'refused', 'undone', 'kept');
  const isOver = started_at && (row.status === 'done' || row.status === 'stopped');
  const made = departments.some((one) => one.made.length > 0);
  const until = isOver && (made || results.created + results.changed + deactivated.done > 0);
  return {
    ...shown,
    file_id: file_id ?? row.import_id,
    departments: departments.map(({ made: _, ...one }) => one),
    results,
    progress: { done, of },
    missing: null,
    deactivation: people ? deactivated : null,
    undo_until: until ? new Date(Date.parse(row.created_at) + KEPT_DAYS * DAY_MS).toISOString() : null,
  };
}

function resultsOf(own: readonly Tally[]): ImportBatch['results'] {
  const gone = own.filter(({ outcome }) => wasDone(outcome));
  return {
    created: gone.reduce((sum, { made, rows }) => sum + (made ? rows : 0), 0),
    changed: gone.reduce((sum, { made, changed }) => sum + (made ? 0 : changed), 0),
    refused: rowsIn(own, 'refused'),
    undone: rowsIn(own, 'undone'),
    kept: rowsIn(own, 'kept'),
  };
}
