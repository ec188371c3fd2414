// Which lines of the log are asked for: in the address by days of this device, on the wire by moments.
import type { AuditFilter } from '#contract/audit.ts';

/** The areas of contract/audit.ts, in words. */
export const areas = {
  auth: 'Signing in',
  people: 'People',
  company: 'Company',
  insights: 'Dashboard',
  operator: 'Operator',
  audit: 'This log',
} as const satisfies Record<NonNullable<AuditFilter['areas']>[number], string>;

export interface Asked {
  area?: keyof typeof areas;
  /** An employee_id. */
  person?: string;
  /** Days, both included: "2026-11-09". */
  from?: string;
  to?: string;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What of an address is a question; the rest of it is left out. */
export function askedIn({ area, person, from, to }: Record<string, unknown>): Asked {
  return {
    ...(typeof area === 'string' && area in areas && { area: area as keyof typeof areas }),
    ...(typeof person === 'string' && ID.test(person) && { person }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(startOf(value).valueOf());

/** Its first moment, by the clock of this device; `after`: that of a later day. */
function startOf(day: string, after = 0): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after);
}

export const filtersOf = ({ area, person, from, to }: Asked): AuditFilter => ({
  ...(area && { areas: [area] }),
  ...(person && { employee_id: person }),
  ...(from && { from: startOf(from).toISOString() }),
  ...(to && { to: startOf(to, 1).toISOString() }),
});
