// Who is in a group, now. Who fits a rule is never stored: it is asked for in each query, so nothing can lag behind a change of a
// person, of the tree of departments, or of the day. The text of a query does not depend on the rules, which are its values.
import type { Rule } from '#contract/people/criteria.ts';
import type { Person } from '#contract/people/employee.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Line, linesOf } from './criteria.ts';

/** `rule` null: whoever stands in people_group_member. */
export interface Membership {
  readonly group_id: string | null;
  readonly rule: Rule | null;
}

const TEXT = (column: string) =>
  `CASE c.how WHEN 'contains' THEN lower(e.${column}) LIKE ANY (c.texts) ELSE lower(e.${column}) = ANY (c.texts) END`;
const FITS = `CASE c.kind
    WHEN 'department' THEN coalesce(e.department_id = ANY (c.ids), false)
    WHEN 'manager' THEN coalesce(e.manager_id = ANY (c.ids), false)
    WHEN 'role' THEN EXISTS (SELECT FROM employee_role r
      WHERE r.company_id = $1 AND r.employee_id = e.employee_id AND r.role_id = ANY (c.ids))
    WHEN 'status' THEN e.employee_account_status = ANY (c.texts)
    WHEN 'location' THEN ${TEXT('location')}
    WHEN 'position_title' THEN ${TEXT('position_title')}
    WHEN 'joining_date' THEN coalesce(CASE c.how
      WHEN 'before' THEN e.joining_date < c.day
      WHEN 'after' THEN e.joining_date > c.day
      ELSE e.joining_date > current_date - c.days AND e.joining_date <= current_date END, false)
  END IS DISTINCT FROM (c.how = 'is_not')`;

/** Common table expressions of what is asked about: the groups of `$2`, and the lines of their rules. `$1` is the company. */
const LINES = `asked AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb -> 'groups') AS a (g integer, group_id uuid, mode text)),
  said AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($2::jsonb -> 'lines')
    AS l (n integer, g integer, kind text, how text, ids uuid[], texts text[], day date, days integer)),
  below (n, department_id) AS (
    SELECT s.n, i.id FROM said s CROSS JOIN unnest(s.ids) AS i (id) WHERE s.kind = 'department'
    UNION
    SELECT b.n, d.department_id FROM below b JOIN department d ON d.company_id = $1 AND d.parent_id = b.department_id),
  line AS MATERIALIZED (
    SELECT s.n, s.g, s.kind, s.how, s.texts, s.day, s.days, CASE s.kind
      WHEN 'department' THEN ARRAY(SELECT b.department_id FROM below b WHERE b.n = s.n) ELSE s.ids END AS ids
    FROM said s)`;

/** The same, and `inside (g, employee_id)`: which of the groups each person is in. To stand after WITH RECURSIVE. */
const INSIDE = `${LINES},
  inside (g, employee_id) AS (
    SELECT a.g, m.employee_id FROM asked a
    JOIN people_group_member m ON m.company_id = $1 AND m.group_id = a.group_id WHERE a.mode = 'chosen'
    UNION ALL
    SELECT a.g, e.employee_id FROM asked a
    JOIN employee e ON e.company_id = $1 AND e.employee_account_status <> 'DELETED'
    WHERE CASE a.mode
      WHEN 'all' THEN NOT EXISTS (SELECT FROM line c WHERE c.g = a.g AND NOT ${FITS})
      WHEN 'any' THEN EXISTS (SELECT FROM line c WHERE c.g = a.g AND ${FITS})
      ELSE false END)`;

const namesOf = (groups: readonly Membership[]) =>
  groups.map(({ group_id, rule }, g) => ({ g, group_id, mode: rule?.match ?? 'chosen' }));

/** What `$2` of INSIDE is. */
function askedOf(groups: readonly Membership[]): string {
  const lines = groups.flatMap(({ rule }, g) => (rule ? linesOf(rule).map((line) => ({ g, ...line })) : []));
  return JSON.stringify({ groups: namesOf(groups), lines: lines.map((line, n) => ({ n, ...line })) });
}

const COUNT = `WITH RECURSIVE ${INSIDE} SELECT g, count(*)::integer AS members FROM inside GROUP BY g`;
const AROUND = `WITH RECURSIVE ${INSIDE} SELECT g FROM inside WHERE employee_id = $3`;
// Of a page of people: the lines that fit each, and the chosen groups. What follows from these for each group is reckoned outside:
// groups say much the same, and each line is looked at once for each of the people however many groups it stands in.
const EACH = `WITH RECURSIVE ${LINES}
  SELECT e.employee_id,
    ARRAY(SELECT c.n FROM line c WHERE e.employee_account_status <> 'DELETED' AND ${FITS}) AS fits,
    ARRAY(SELECT a.g FROM asked a JOIN people_group_member m
      ON m.company_id = $1 AND m.group_id = a.group_id AND m.employee_id = e.employee_id WHERE a.mode = 'chosen') AS chosen
  FROM employee e WHERE e.company_id = $1 AND e.employee_id = ANY ($3)`;
const IDS = `WITH RECURSIVE ${INSIDE} SELECT DISTINCT employee_id FROM inside`;
const LIST = `WITH RECURSIVE ${INSIDE}
  SELECT employee_id, first_name, last_name, position_title, profile_url, employee_account_status, sort_name FROM employee
  WHERE company_id = $1 AND employee_id IN (SELECT i.employee_id FROM inside i)
    AND (sort_name, employee_id) > ($3::text COLLATE "C", $4::uuid)
  ORDER BY sort_name, employee_id LIMIT $5`;

/** How many are in each. */
export async function countMembers(tx: Tx, groups: readonly Membership[]): Promise<number[]> {
  if (!groups.length) return [];
  const rows = await tx.query<{ g: number; members: number }>(COUNT, [tx.company_id, askedOf(groups)]);
  const counts = new Map(rows.map(({ g, members }) => [g, members]));
  return groups.map((_, g) => counts.get(g) ?? 0);
}

/** Everybody who is in one of them. */
export async function idsInside(tx: Tx, groups: readonly Membership[]): Promise<string[]> {
  const rows = await tx.query<{ employee_id: string }>(IDS, [tx.company_id, askedOf(groups)]);
  return rows.map(({ employee_id }) => employee_id);
}

/** Those of the groups that the person is in. */
export async function groupsAround<G extends Membership>(
  tx: Tx,
  employee_id: string,
  groups: readonly G[],
): Promise<G[]> {
  if (!groups.length) return [];
  const rows = await tx.query<{ g: number }>(AROUND, [tx.company_id, askedOf(groups), employee_id]);
  const inside = new Set(rows.map(({ g }) => g));
  return groups.filter((_, g) => inside.has(g));
}

/** Which of the groups each of them is in, in the order of the groups. */
export async function groupsOfEach(
  tx: Tx,
  employee_ids: readonly string[],
  groups: readonly (Membership & { readonly group_id: string })[],
): Promise<Map<string, string[]>> {
  if (!groups.length || !employee_ids.length) return new Map();
  // Each line once, however many groups say it.
  const lines = new Map<string, { n: number; line: Line }>();
  const numberOf = (line: Line): number => {
    const text = JSON.stringify(line);
    const { n } = lines.get(text) ?? { n: lines.size };
    lines.set(text, { n, line });
    return n;
  };
  const rules = groups.map(({ rule }) => rule && { match: rule.match, numbers: linesOf(rule).map(numberOf) });
  const asked = { groups: namesOf(groups), lines: [...lines.values()].map(({ n, line }) => ({ n, ...line })) };
  const given = [tx.company_id, JSON.stringify(asked), employee_ids];
  const rows = await tx.query<{ employee_id: string; fits: number[]; chosen: number[] }>(EACH, given);
  return new Map(
    rows.map(({ employee_id, fits, chosen }) => {
      const [fitting, inside] = [new Set(fits), new Set(chosen)];
      const isIn = (g: number) => {
        const rule = rules[g];
        if (!rule) return inside.has(g);
        return rule.match === 'any'
          ? rule.numbers.some((n) => fitting.has(n))
          : rule.numbers.every((n) => fitting.has(n));
      };
      return [employee_id, groups.flatMap(({ group_id }, g) => (isIn(g) ? group_id : []))];
    }),
  );
}

export type MemberRow = Person & { readonly sort_name: string };

/** By name, after the place given. */
export const listMembers = (
  tx: Tx,
  group: Membership,
  place: readonly [name: string, employee_id: string],
  limit: number,
): Promise<MemberRow[]> => tx.query(LIST, [tx.company_id, askedOf([group]), ...place, limit]);
