// Bringing people in from a spreadsheet: it is read and judged row by row before anything is written, then done in the background,
// and can be undone (product.md 3.2).
import * as v from 'valibot';
import { endpoint } from '../../kernel/endpoint.ts';
import { count, cursor, empty, id, newId, page, queryLimit, text, time } from '../../kernel/fields.ts';
import { fileAnswer } from '../../kernel/file-answer.ts';

/** What a column may hold. `full_name`: first and last in one cell. */
export const importFields = [
  'first_name',
  'last_name',
  'full_name',
  'work_email_id',
  'employee_number',
  'position_title',
  'department',
  'manager_email',
  'roles',
  'groups',
  'location',
  'phone_number',
  'time_zone',
  'pronouns',
  'skills',
  'birth_date',
  'joining_date',
] as const;
const field = v.picklist(importFields);
export type ImportField = (typeof importFields)[number];

/** The most bytes of a file, rows under its headings, and columns. */
export const importLimits = { bytes: 10_000_000, rows: 20_000, columns: 200 } as const;

/** So many departments that are not there are asked about; if a file names more, those that most rows name. */
export const MOST_UNKNOWN = 200;
/** Characters of such a name, which may be a path. */
export const MOST_PATH = 800;

/** Of a company's active people, more are never deactivated for not being in a file. */
export const MISSING_MOST_SHARE = 0.2;

/**
 * `create`: it is made when the import runs, in a path of names what is missing above it, too; undoing takes it away again if nobody has
 * used it. `use`: another one stands for it. `leave`: its people keep the department that they have, or have none.
 */
const answer = v.picklist(['create', 'use', 'leave']);
export type DepartmentAnswer = v.InferOutput<typeof answer>;

export const importBatch = v.strictObject({
  import_id: id,
  /** `finch`: fetched from the company's HR system (finch.ts). */
  source: v.picklist(['file', 'finch']),
  /** What it was read from: only who uploaded it can have it judged again. Of one without a file, its own id. */
  file_id: id,
  /** Empty without a file. */
  file_name: v.string(),
  /**
   * `columns`: no column is known to hold the work e-mail or the employee number, so nothing is judged yet; say which. `checked`: every row is judged, nothing
   * is written. `stopped`: it could not go on; run goes on the way it was going, also with undoing.
   */
  status: v.picklist(['columns', 'checked', 'running', 'done', 'stopped', 'undoing', 'undone']),
  /** In the order of the file, each with the first thing that stands in it. A column without a field is left out. */
  columns: v.array(v.strictObject({ heading: v.string(), sample: v.string(), field: v.nullable(field) })),
  /**
   * Departments that the file names and that were not there when it was checked: each is asked about once (people.import.departments).
   * Without an answer its rows are a problem. `rows`: how many name it. Names that no department can have are not asked about.
   */
  departments: v.array(
    v.strictObject({ name: v.string(), rows: count, answer: v.nullable(answer), department_id: v.nullable(id) }),
  ),
  /** As they were judged. */
  counts: v.strictObject({ rows: count, create: count, change: count, same: count, problem: count }),
  /** As it went: `refused` no longer fitted when it was their turn, `kept` was left alone when it was undone. */
  results: v.strictObject({ created: count, changed: count, refused: count, undone: count, kept: count }),
  /** Rows of what goes on now, or went on last. */
  progress: v.strictObject({ done: count, of: count }),
  send_invitations: v.boolean(),
  /**
   * Of a checked file: who is active or invited and not in it, and could be deactivated with it. Never the caller, an owner, who comes
   * from the identity provider, or who came or was switched on after the file was read. `most`: so many at once, no more, less those whom
   * other imports are about to deactivate. `unclear`: rows with a problem; until they are put right nobody is deactivated.
   */
  missing: v.nullable(v.strictObject({ people: count, most: count, unclear: count })),
  /**
   * Who was not in it, where they are to be deactivated: how many, how many were, and of how many it was undone. None were where a row was
   * refused while it ran.
   */
  deactivation: v.nullable(v.strictObject({ people: count, done: count, undone: count })),
  created_by: id,
  created_at: time,
  /** Null unless it can be undone: until when. */
  undo_until: v.nullable(time),
});
export type ImportBatch = v.InferOutput<typeof importBatch>;

const verdict = v.picklist(['create', 'change', 'same', 'problem']);

export const importRow = v.strictObject({
  /** Its number in the file, as a spreadsheet shows it. */
  row: count,
  name: v.string(),
  work_email_id: v.string(),
  verdict,
  /** What would change, or did. */
  fields: v.array(field),
  /** Why not, or what was left alone. `column`: the heading; null if it is about the whole row. */
  problems: v.array(v.strictObject({ column: v.nullable(v.string()), message: v.string() })),
  outcome: v.nullable(v.picklist(['done', 'refused', 'undone', 'kept'])),
});
export type ImportRow = v.InferOutput<typeof importRow>;

export const missingPerson = v.strictObject({
  /** Null for who is erased by now. */
  employee_id: v.nullable(id),
  name: v.string(),
  work_email_id: v.string(),
  outcome: v.nullable(v.picklist(['done', 'refused', 'undone', 'kept'])),
  /** Why not, or why it stays so. */
  why: v.nullable(v.string()),
});
export type MissingPerson = v.InferOutput<typeof missingPerson>;

const common = { access: { all: ['people.manage'] } } as const;
const write = { ...common, method: 'POST', rate: 'write' } as const;
const read = { ...common, method: 'GET', rate: 'read' } as const;
const batch = v.strictObject({ batch: importBatch });
const refs = { import_id: 'people_import' };
const errors = { IMPORT_NOT_FOUND: 404 } as const;

/**
 * Reads a file that the caller uploaded for themselves (folder none, private) and judges every row; nothing but the judgement is written.
 * Asked again with other columns under the same id it is judged anew, with the same ones it is what it was. `mapping`: what each column holds, in the order of the file;
 * guessed from the headings if it is not said. IMPORT_NOT_FOUND for an id under which somebody else had a file checked, IMPORT_STATUS for one without a file. IMPORT_COLUMNS for one that does not fit the file, or has neither work e-mail nor employee number, or a field twice.
 */
export const checkImport = endpoint({
  ...write,
  name: 'people.import.check',
  idempotency: 'natural',
  path: '/user-management/employee/import/check',
  input: v.strictObject({
    import_id: newId,
    file_id: id,
    mapping: v.optional(v.pipe(v.array(v.nullable(field)), v.maxLength(importLimits.columns))),
  }),
  output: batch,
  refs: { file_id: 'file' },
  errors: {
    FILE_NOT_FOUND: 404,
    IMPORT_COLUMNS: 400,
    IMPORT_EMPTY: 400,
    IMPORT_NOT_FOUND: 404,
    IMPORT_STATUS: 409,
    IMPORT_TOO_LARGE: 413,
    IMPORT_UNREADABLE: 400,
  },
});

/**
 * What is to be done about departments that are not there, and every row is judged anew. `names`: of `departments` of the batch, compared
 * as names are; INVALID_REQUEST for others. No `answer`: it is asked again. `department_id`: with `use`, and only there. IMPORT_NOT_FOUND
 * for what somebody else had checked.
 */
export const answerDepartments = endpoint({
  ...write,
  name: 'people.import.departments',
  idempotency: 'natural',
  path: '/user-management/employee/import/departments',
  input: v.strictObject({
    import_id: id,
    names: v.pipe(v.array(text(MOST_PATH, 1)), v.minLength(1), v.maxLength(MOST_UNKNOWN)),
    answer: v.nullable(answer),
    department_id: v.optional(v.nullable(id)),
  }),
  output: batch,
  refs: { ...refs, department_id: 'department' },
  errors: { ...errors, DEPARTMENT_NOT_FOUND: 404, IMPORT_STATUS: 409 },
});

/** Of the last 30 days, newest first; those that were only looked at are forgotten after a day. */
export const listImports = endpoint({
  ...read,
  name: 'people.import.list',
  path: '/user-management/employee/import/list',
  input: empty,
  output: v.strictObject({ items: v.array(importBatch) }),
});

export const getImport = endpoint({
  ...read,
  name: 'people.import.get',
  path: '/user-management/employee/import/get',
  input: v.strictObject({ import_id: id }),
  output: batch,
  refs,
  errors,
});

/** In the order of the file. `problem`: also what was refused when it was its turn. `kept`: what undoing left alone. */
export const listImportRows = endpoint({
  ...read,
  name: 'people.import.rows',
  path: '/user-management/employee/import/rows',
  input: v.strictObject({
    import_id: id,
    show: v.optional(v.picklist(['create', 'change', 'same', 'problem', 'kept'])),
    limit: v.optional(queryLimit(200)),
    cursor: v.optional(cursor),
  }),
  output: page(importRow),
  refs,
  errors,
});

/** Who is not in the file and could be deactivated with it (`missing` of the batch), by name; once it runs, who was to be. */
export const listMissing = endpoint({
  ...read,
  name: 'people.import.missing',
  path: '/user-management/employee/import/missing',
  input: v.strictObject({ import_id: id, limit: v.optional(queryLimit(200)), cursor: v.optional(cursor) }),
  output: page(missingPerson),
  refs,
  errors,
});

/**
 * Goes on by itself from here, with the rights of the caller, whoever had it checked; ask for it with people.import.get. Running what has
 * run changes nothing. TOO_MANY_DEPARTMENTS if not all can be made that were answered so. `deactivate_missing`: who was not in the file
 * when it was checked is deactivated after its rows, and signed out at once. Refused as a whole where they are too many, or where a row
 * has a problem; left undone where a row is refused while it runs. Undoing activates again whom nobody has switched since.
 */
export const runImport = endpoint({
  ...write,
  name: 'people.import.run',
  path: '/user-management/employee/import/run',
  proof: 'fresh',
  input: v.strictObject({
    import_id: id,
    send_invitations: v.optional(v.boolean()),
    deactivate_missing: v.optional(v.boolean()),
  }),
  output: batch,
  refs,
  errors: {
    ...errors,
    IMPORT_MISSING_TOO_MANY: 409,
    IMPORT_MISSING_UNCLEAR: 409,
    IMPORT_STATUS: 409,
    TOO_MANY_DEPARTMENTS: 409,
  },
});

/**
 * Whoever it made and who never signed in is removed, and what it changed goes back where nobody has changed it since; what is left
 * alone is told row by row.
 */
export const undoImport = endpoint({
  ...write,
  name: 'people.import.undo',
  path: '/user-management/employee/import/undo',
  proof: 'fresh',
  input: v.strictObject({ import_id: id }),
  output: batch,
  refs,
  errors: { ...errors, IMPORT_STATUS: 409 },
});

/** The rows with problems as they stood in the file, with a column that says why: to put right and upload again. */
export const importErrors = endpoint({
  ...read,
  name: 'people.import.errors',
  path: '/user-management/employee/import/errors',
  proof: 'fresh',
  input: v.strictObject({ import_id: id, format: v.optional(v.picklist(['csv', 'xlsx'])) }),
  output: fileAnswer,
  refs,
  errors,
});
