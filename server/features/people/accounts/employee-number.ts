// One way to write an employee number, wherever it comes from: otherwise two that look the same would be two people's.
import { invalid } from '../../../platform/http/errors.ts';
import { cleanCell } from './importing/reading/read-file.ts';

/** Without what cannot be seen and space around it, and every letter composed. Empty where nothing is left. */
export const cleanNumber = (number: string): string => cleanCell(number).normalize('NFC');

/** The same of what somebody has put in by hand. INVALID_REQUEST where nothing is left. */
export function numberIn<T extends string | null | undefined>(given: T): T | string {
  if (!given) return given;
  const number = cleanNumber(given);
  if (!number) throw invalid([{ path: 'employee_number', message: 'This field is required' }]);
  return number;
}
