// Departments that a file names and that are not there: each is asked about once, not row by row. Pure.
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { createDepartment } from '#contract/people/departments.ts';
import { type ImportBatch, MOST_PATH, MOST_UNKNOWN } from '#contract/people/spreadsheet/importing.ts';
import type { Made } from '../../../departments/departments.ts';
import { type ByName, nameKey, namesIn } from './names.ts';
import type { Wished } from './wish.ts';

/** As it is stored. */
export interface Unknown extends Readonly<ImportBatch['departments'][number]> {
  /** What was made for it when the import ran, from the top down. */
  readonly made: Made;
}

/** By nameKey: the department's id; null where nobody gets another one. */
export type Answers = ReadonlyMap<string, string | null>;

/** `here`: ids of the departments that there are. What is to be made has an id of nothing until it is. */
export function answersOf(asked: readonly Unknown[], here: ReadonlySet<string>): Answers {
  const answers = new Map<string, string | null>();
  for (const { name, answer, department_id } of asked) {
    if (answer === 'leave') answers.set(nameKey(name), null);
    else if (answer === 'create' && !department_id) answers.set(nameKey(name), uuid());
    else if (department_id && here.has(department_id)) answers.set(nameKey(name), department_id);
  }
  return answers;
}

const nameSchema = createDepartment.input.entries.department_name;
/** A path of more names is none. */
const MOST_DEEP = 10;
const canBe = (name: string): boolean => {
  const path = namesIn(name);
  const fits = name.length <= MOST_PATH && path.length <= MOST_DEEP;
  return fits && path.every((part) => v.safeParse(nameSchema, part).success);
};

/** Those that most rows name first. `before`: with the answers that were given to it. */
export function unknownIn(wished: readonly Wished[], here: ByName, before: readonly Unknown[]): Unknown[] {
  const found = new Map<string, { name: string; rows: number }>();
  for (const { wish } of wished) {
    const name = wish.department;
    if (!name || here.has(nameKey(name)) || !canBe(name)) continue;
    const one = found.get(nameKey(name)) ?? { name, rows: 0 };
    found.set(nameKey(name), { ...one, rows: one.rows + 1 });
  }
  const said = new Map(before.map((one) => [nameKey(one.name), one]));
  return [...found]
    .toSorted(([a, one], [b, other]) => other.rows - one.rows || (a < b ? -1 : 1))
    .slice(0, MOST_UNKNOWN)
    .map(([key, one]) => {
      const { answer = null, department_id = null } = said.get(key) ?? {};
      return { ...one, answer, department_id, made: [] };
    });
}
