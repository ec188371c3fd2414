// The register of personal data: what every column of every table is to a person. Each feature says it of its own tables in the
// personal-data.ts beside its migrations; tests/flows/privacy-register.test.ts fails on a column that nobody has tagged.

/** A row on its way into somebody's export. */
export type Shaped = Readonly<Record<string, unknown>>;

/** How the rows of a table stand in the export of whoever they are about. */
export interface InExport {
  /** The file in the archive, without its end. */
  readonly file: string;
  /** What is in it, to the person: "Messages that you wrote". */
  readonly says: string;
  /** Columns that are kept for other reasons, and make a row readable. */
  readonly with?: string;
  /** Personal columns that say nothing but what another one says. */
  readonly without?: string;
  /** Name → expression in SQL: what an id means. `$1` is the company. */
  readonly also?: Readonly<Record<string, string>>;
  /** A condition in SQL: only these rows. */
  readonly only?: string;
  /** The last word, where others' words may stand in a row. */
  readonly shape?: (row: Shaped, employee_id: string) => Shaped;
}

/** A table. Columns stand in one text, with spaces between; each column of the table once. */
export interface Tagged {
  readonly table: string;
  /** Whose a row is: a column with their id, or a condition in SQL (`$1` the company, `$2` the person). Not said: nobody's. */
  readonly whose?: string;
  /** Is about them: in their export, and gone or empty once they are erased. */
  readonly personal?: string;
  /** Was written by them: in their export, and stays under "Former employee". */
  readonly owned?: string;
  /** Is needed for another reason: a few words why → columns. Neither exported nor, by itself, erased. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Where it stands in the export; or why it does not. Left out where nothing is personal or owned. */
  readonly exported?: InExport | string;
}

/** The columns that a text names. */
export const columnsIn = (text: string | undefined): string[] => text?.split(/\s+/).filter(Boolean) ?? [];

/** The condition for a row to be somebody's, who is `$2`. */
export const isTheirs = (whose: string): string => (/^\w+$/.test(whose) ? `${whose} = $2::uuid` : `(${whose})`);

/** In a row's condition: the address of the person, who is `$2`. */
export const ADDRESS_OF =
  '(SELECT lower(e.work_email) FROM employee e WHERE e.company_id = $1 AND e.employee_id = $2::uuid)';
