// The list of who was erased, in a file of the data folder: ids alone. A backup of before brings back what was erased; by this list it is
// erased again.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Somebody of any company. */
export interface Erased {
  readonly company_id: string;
  readonly employee_id: string;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const LINE = new RegExp(`^(${ID}) (${ID})$`);

/** Where it is. */
export const erasedListIn = (dataDir: string): string => join(dataDir, 'erased.txt');

/** Empty where there is no file. What is no line of it, such as the end of one that a crash cut off, is passed over. */
export function readErased(file: string): Erased[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return text.split('\n').flatMap((line) => {
    const [, company_id, employee_id] = LINE.exec(line.trim()) ?? [];
    return company_id && employee_id ? { company_id, employee_id } : [];
  });
}

/** Adds them, and returns once they are on the disk. */
export function appendErased(file: string, people: readonly Erased[]): void {
  // A line that a crash cut off ends here.
  const lines = people.map(({ company_id, employee_id }) => `\n${company_id} ${employee_id}`).join('');
  if (lines) appendFileSync(file, `${lines}\n`, { mode: 0o600, flush: true });
}
