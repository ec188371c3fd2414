// Which lines of the log are asked for: in the address by days of this device, on the wire by moments.
import type { AuditAction, AuditFilter } from '#contract/audit.ts';
import { actionNames } from './action-names.ts';

/** The areas of contract/audit.ts, in words. */
export const areas = {
  auth: 'Signing in',
  people: 'People',
  spaces: 'Spaces',
  company: 'Company',
  insights: 'Dashboard',
  operator: 'Operator',
  audit: 'This log',
} as const satisfies Record<NonNullable<AuditFilter['areas']>[number], string>;

type Area = keyof typeof areas;

export interface Asked {
  /** Words that a line says. */
  q?: string;
  area?: Area;
  /** Of that area. */
  action?: AuditAction;
  /** An employee_id. */
  person?: string;
  /** Days, both included: "2026-11-09". */
  from?: string;
  to?: string;
}

/** Of what is looked for, in characters. */
const WORDS_MAX = 100;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What of an address is a question; the rest of it is left out. */
export function askedIn({ q, area, action, person, from, to }: Record<string, unknown>): Asked {
  const isArea = typeof area === 'string' && area in areas;
  const isAction = isArea && typeof action === 'string' && action in actionNames && isOf(action, area);
  return {
    ...(typeof q === 'string' && q.trim() && { q: q.trim().slice(0, WORDS_MAX) }),
    ...(isArea && { area: area as Area }),
    ...(isAction && { action: action as AuditAction }),
    ...(typeof person === 'string' && ID.test(person) && { person }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

const isOf = (action: string, area: string): boolean => action.startsWith(`${area}.`);

/** What can have been done there. */
export const actionsOf = (area: Area): [AuditAction, string][] =>
  (Object.entries(actionNames) as [AuditAction, string][]).filter(([action]) => isOf(action, area));

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(startOf(value).valueOf());

/** Its first moment, by the clock of this device; `after`: that of a later day. */
function startOf(day: string, after = 0): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after);
}

export const filtersOf = ({ q, area, action, person, from, to }: Asked): AuditFilter => ({
  ...(q && { words: q }),
  ...(area && { areas: [area] }),
  ...(action && { actions: [action] }),
  ...(person && { employee_id: person }),
  ...(from && { from: startOf(from).toISOString() }),
  ...(to && { to: startOf(to, 1).toISOString() }),
});
