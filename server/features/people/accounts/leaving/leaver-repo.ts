// SQL of the tables `leaver` and `erased_person`: what is kept of who has left, and who is erased.
import type { Tx } from '../../../../platform/db/database.ts';
import { emailKey } from '../../finding/fold.ts';
import type { EmployeeData } from '../../repo.ts';

/** What somebody was in when they left, and how much of what they had went to somebody else. */
export interface Kept {
  readonly role_ids: readonly string[];
  readonly group_ids: readonly string[];
  /** As spaces wrote it. */
  readonly spaces: unknown;
  readonly handed_over: { readonly spaces: number; readonly departments: number; readonly reports: number };
}

/** Everything of a person but what is derived from whether they are here. */
type Profile = Omit<EmployeeData, 'auto_status'>;

export interface LeaverRow extends Readonly<Profile> {
  readonly employee_id: string;
  readonly left_at: string;
  readonly erase_at: string;
  readonly hand_over_to: string | null;
  readonly kept: Kept;
}

/** The columns that stand in `employee`, too. */
const SAME = `first_name, last_name, position_title, work_email, employee_account_status, status_type, profile_url, phone_number,
  location, time_zone, pronouns, skills, birth_date, joining_date, manager_id, department_id,
  working_hours, hidden_fields, employee_number`;

const KEEP = `INSERT INTO leaver (company_id, employee_id, erase_at, hand_over_to, kept, ${SAME}, sort_name, search_text, skills_text)
  SELECT company_id, employee_id, now() + make_interval(days => $3), $4, $5, ${SAME}, sort_name, search_text, skills_text
  FROM employee WHERE company_id = $1 AND employee_id = $2`;

/** As they are now, which the caller has locked. */
export const keepLeaver = (
  tx: Tx,
  employee_id: string,
  { days, hand_over_to, kept }: { days: number; hand_over_to: string | null | undefined; kept: Kept },
): Promise<object[]> => tx.query(KEEP, [tx.company_id, employee_id, days, hand_over_to ?? null, JSON.stringify(kept)]);

const FIND = `SELECT employee_id, left_at, erase_at, hand_over_to, kept, ${SAME} FROM leaver
  WHERE company_id = $1 AND employee_id = $2`;

export const findLeaver = async (tx: Tx, employee_id: string): Promise<LeaverRow | undefined> =>
  (await tx.query<LeaverRow>(FIND, [tx.company_id, employee_id]))[0];

/** Nobody else brings them back or erases them before the commit. */
export const holdLeaver = async (tx: Tx, employee_id: string): Promise<LeaverRow | undefined> =>
  (await tx.query<LeaverRow>(`${FIND} FOR UPDATE`, [tx.company_id, employee_id]))[0];

/** The same if their time is over: not of somebody who has come back meanwhile, or who is just being brought back or erased. */
export const holdDue = async (tx: Tx, employee_id: string): Promise<LeaverRow | undefined> =>
  (await tx.query<LeaverRow>(`${FIND} AND erase_at <= now() FOR UPDATE SKIP LOCKED`, [tx.company_id, employee_id]))[0];

const DELETE = 'DELETE FROM leaver WHERE company_id = $1 AND employee_id = $2';
export const deleteLeaver = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(DELETE, [tx.company_id, employee_id]);

const FACES = 'SELECT DISTINCT profile_url FROM leaver WHERE company_id = $1 AND profile_url = ANY($2)';

/** Those of the addresses that are the picture of somebody who may come back. */
export const findLeaverFaces = async (tx: Tx, urls: readonly string[]): Promise<string[]> =>
  (await tx.query<{ profile_url: string }>(FACES, [tx.company_id, urls])).map((row) => row.profile_url);

/** Somebody of any company. */
interface Person {
  readonly company_id: string;
  readonly employee_id: string;
}

const DUE =
  'SELECT company_id, employee_id FROM leaver WHERE erase_at <= now() ORDER BY erase_at, employee_id LIMIT $1';

/** In a system transaction: whose time is over. */
export const listDue = (tx: Tx, limit: number): Promise<Person[]> => tx.query(DUE, [limit]);

const ADDRESS = 'SELECT 1 FROM employee WHERE company_id = $1 AND work_email_key = $2';
/** True if somebody of the company is reached there: whoever has left is not. */
export const hasAddress = async (tx: Tx, address: string): Promise<boolean> =>
  (await tx.query(ADDRESS, [tx.company_id, emailKey(address)])).length > 0;

const ERASED = `INSERT INTO erased_person (company_id, employee_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
export const noteErased = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(ERASED, [tx.company_id, employee_id]);

const HAS_LEFT = 'SELECT 1 FROM leaver WHERE company_id = $1 AND lower(work_email) = lower($2)';

/** Somebody with this address has left, and may come back. */
export const hasLeft = async (tx: Tx, work_email: string): Promise<boolean> =>
  (await tx.query(HAS_LEFT, [tx.company_id, work_email])).length > 0;

const NUMBERS = 'SELECT employee_number FROM leaver WHERE company_id = $1 AND employee_number = ANY ($2)';
/** Those of the numbers that somebody has who has left, and may come back. */
export const numbersOfLeavers = async (tx: Tx, numbers: readonly string[]): Promise<string[]> =>
  (await tx.query<{ employee_number: string }>(NUMBERS, [tx.company_id, numbers])).map((row) => row.employee_number);

const HOLDERS = 'SELECT employee_number, work_email FROM leaver WHERE company_id = $1 AND employee_number = ANY ($2)';
/** Who has left with one of the numbers, and may come back. */
export const leaversWith = (
  tx: Tx,
  numbers: readonly string[],
): Promise<{ employee_number: string; work_email: string }[]> => tx.query(HOLDERS, [tx.company_id, numbers]);

const LET_GO = 'UPDATE leaver SET employee_number = NULL WHERE company_id = $1 AND employee_id = $2';
/** It may be somebody else's from now on. */
export const letNumberGo = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(LET_GO, [tx.company_id, employee_id]);

const ERASED_AMONG = 'SELECT employee_id FROM erased_person WHERE company_id = $1 AND employee_id = ANY ($2::uuid[])';
/** Who of them is erased. */
export const erasedAmong = async (tx: Tx, employee_ids: readonly string[]): Promise<string[]> =>
  (await tx.query<{ employee_id: string }>(ERASED_AMONG, [tx.company_id, employee_ids])).map((row) => row.employee_id);

const ALL_ERASED = 'SELECT company_id, employee_id FROM erased_person ORDER BY erased_at, employee_id';

/** In a system transaction. */
export const listErased = (tx: Tx): Promise<Person[]> => tx.query(ALL_ERASED);

const UNCLEANED = `SELECT company_id, employee_id FROM erased_person WHERE cleaned_at IS NULL
  ORDER BY erased_at, employee_id LIMIT $1`;

/** In a system transaction: who is erased and may still be called by their name somewhere. */
export const listUncleaned = (tx: Tx, limit: number): Promise<Person[]> => tx.query(UNCLEANED, [limit]);

const CLEANED = 'UPDATE erased_person SET cleaned_at = now() WHERE company_id = $1 AND employee_id = $2';
export const noteCleaned = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(CLEANED, [tx.company_id, employee_id]);
