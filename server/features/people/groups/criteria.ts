// What a rule may say, and how it is handed to the database. Pure.
import { isDay } from '#contract/days.ts';
import { type CriteriaType, type Criterion, type Rule, searchTypes } from '#contract/people/criteria.ts';
import { accountStatus } from '#contract/people/employee.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { fold } from '../finding/fold.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_DAYS = 36_500;

/** CRITERIA_TYPE_NOT_FOUND, CRITERIA_SEARCH_TYPE_INVALID, CRITERIA_INVALID. */
export function checkRule({ criteria }: Rule): void {
  for (const [at, criterion] of criteria.entries()) {
    if (!Object.hasOwn(searchTypes, criterion.criteria_type)) throw new AppError('CRITERIA_TYPE_NOT_FOUND');
    const known: readonly string[] = searchTypes[criterion.criteria_type as CriteriaType];
    if (!known.includes(criterion.search_type)) throw new AppError('CRITERIA_SEARCH_TYPE_INVALID');
    const place = [{ path: `rule.criteria[${at}].values`, message: 'Not a value of this kind' }];
    if (!isSound(criterion)) throw new AppError('CRITERIA_INVALID', { data: place });
  }
}

function isSound({ criteria_type, search_type, values }: Criterion): boolean {
  switch (criteria_type as CriteriaType) {
    case 'department':
    case 'role':
    case 'manager':
      return values.every((value) => UUID.test(value));
    case 'status':
      return values.every(
        (value) => value !== 'DELETED' && (accountStatus.options as readonly string[]).includes(value),
      );
    case 'joining_date':
      return values.length === 1 && (search_type === 'last_days' ? isCount(values[0]) : isDay(values[0] ?? ''));
    default:
      return values.every((value) => fold(value) !== '');
  }
}

const isCount = (value = ''): boolean => /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) <= MOST_DAYS;

/** One criterion as groups/membership.ts hands it to the database. */
export interface Line {
  readonly kind: string;
  readonly how: string;
  readonly ids: readonly string[];
  /** Folded to lower case; of `contains` LIKE patterns. */
  readonly texts: readonly string[];
  readonly day: string | null;
  readonly days: number | null;
}

/** Of a checked rule. */
export const linesOf = ({ criteria }: Rule): Line[] => criteria.map(lineOf);

const none = { ids: [], texts: [], day: null, days: null };
function lineOf({ criteria_type: kind, search_type: how, values }: Criterion): Line {
  const line = { ...none, kind, how };
  if (kind === 'department' || kind === 'role' || kind === 'manager') return { ...line, ids: values };
  if (kind === 'status') return { ...line, texts: values };
  if (kind === 'joining_date')
    return how === 'last_days' ? { ...line, days: Number(values[0]) } : { ...line, day: values[0] ?? null };
  const words = values.map((value) => value.toLowerCase());
  if (how !== 'contains') return { ...line, texts: words };
  return { ...line, texts: words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`) };
}
