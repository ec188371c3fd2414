// SQL of searching people who can be written to, over the folded columns of `employee`.
import type { Person } from '#contract/people.ts';
import type { Tx } from '../../../platform/db/database.ts';

export type PersonRow = Person & { readonly sort_name: string; readonly rank: number };
/** The last row of the page before. */
export type PersonPlace = readonly [rank: number, sort_name: string, employee_id: string];

const COLUMNS = 'employee_id, first_name, last_name, position_title, profile_url, employee_account_status, sort_name';
const THERE = "company_id = $1 AND employee_account_status IN ('ACTIVE', 'INVITED')";
/** With a blank before each word. */
const words = (column: string) => `(' ' || translate(${column}, '-.@_/+,()', '         '))`;

// Who is called so comes before who only has such a title or address. The plain look for the letters leaves few rows for
// the dearer one at the beginnings of words.
const FIND = `SELECT * FROM (
    SELECT ${COLUMNS}, CASE WHEN ${words('sort_name')} LIKE ALL ($2::text[]) THEN 0 ELSE 1 END AS rank
    FROM employee WHERE ${THERE} AND search_text LIKE ALL ($3::text[]) AND ${words('search_text')} LIKE ALL ($2)) AS e
  WHERE (rank, sort_name, employee_id) > ($4::integer, $5::text COLLATE "C", $6::uuid)
  ORDER BY rank, sort_name, employee_id LIMIT $7`;
const START: PersonPlace = [-1, '', '00000000-0000-0000-0000-000000000000'];

/** `beginning`: a LIKE pattern over text with a blank before each word; `anywhere`: the looser one over the text as it is. */
export interface Pattern {
  readonly beginning: string;
  readonly anywhere: string;
}

/** Everyone in whose name, title or address each pattern is found. */
export const findPeople = (
  tx: Tx,
  patterns: readonly Pattern[],
  place: PersonPlace | null,
  limit: number,
): Promise<PersonRow[]> =>
  tx.query(FIND, [
    tx.company_id,
    patterns.map(({ beginning }) => beginning),
    patterns.map(({ anywhere }) => anywhere),
    ...(place ?? START),
    limit,
  ]);

const NEAR = `SELECT ${COLUMNS}, 2 AS rank FROM employee
  WHERE ${THERE} AND sort_name LIKE ANY ($2::text[]) ORDER BY sort_name, employee_id LIMIT 2000`;

/** Everyone in whose folded name any of the patterns is found, up to 2,000. */
export const findNear = (tx: Tx, patterns: readonly string[]): Promise<PersonRow[]> =>
  tx.query(NEAR, [tx.company_id, patterns]);
