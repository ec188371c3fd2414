// Going through a whole table of a company, a batch of rows at a time in the order of the key: each batch is a short transaction of
// its own, so that nobody waits long for what it holds, and the next one begins where it ended.
import type { Tx } from '../database.ts';

/** So many rows are looked at in one transaction. */
const SIZE = 1000;

/** Where a batch ended: the values of the key. */
export type Mark = readonly unknown[];

/** One batch for a person, after the one that ended at `after`. Undefined: that was the last. May be repeated. */
export type Step = (tx: Tx, employee_id: string, after?: Mark) => Promise<Mark | undefined>;

type Column = readonly [name: string, type: string, least: string | number];

interface Walk {
  readonly table: string;
  /** The primary key without the company: each column with its type, and a value that comes before all others. */
  readonly key: readonly [Column, ...Column[]];
  /** What is done to the rows of a batch, which `range` names; `$1` is the company, `$2` the person. */
  readonly changes: (range: string) => readonly string[];
  /** With what the changes returned. */
  readonly onChanged?: (tx: Tx, rows: object[]) => Promise<void>;
}

/** The way through a table. A row that comes in behind the walker is not seen: it must be right by itself. */
export function walk({ table, key, changes, onChanged }: Walk): Step {
  const columns = key.map(([column]) => column).join(', ');
  const values = (from: number) => key.map(([, type], index) => `$${from + index}::${type}`).join(', ');
  // What the first column is by itself can be asked of the index for certain: not every order of a type may be, past the policies.
  const [[first, kind]] = key;
  const after = (from: number) =>
    `company_id = $1 AND ${first} >= $${from}::${kind} AND (${columns}) > (${values(from)})`;
  const last = `SELECT ${columns} FROM ${table} WHERE ${after(2)} ORDER BY ${columns} OFFSET ${SIZE - 1} LIMIT 1`;
  const to = 3 + key.length;
  const within = changes(`${after(3)} AND ${first} <= $${to}::${kind} AND (${columns}) <= (${values(to)})`);
  const rest = changes(after(3));
  return async (tx, employee_id, from = key.map(([, , least]) => least)) => {
    const [end] = await tx.query<Record<string, unknown>>(last, [tx.company_id, ...from]);
    const mark = end && key.map(([column]) => end[column]);
    for (const change of mark ? within : rest) {
      const rows = await tx.query<object>(change, [tx.company_id, employee_id, ...from, ...(mark ?? [])]);
      if (rows.length) await onChanged?.(tx, rows);
    }
    return mark;
  };
}

/** Comes before every id. */
export const NIL = '00000000-0000-0000-0000-000000000000';
