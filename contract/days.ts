// Days as they stand in calls: `2026-11-23`.

/** True for a day of the calendar from the year 1000 on: 2026-02-30 is none, and a database takes no year 0. */
export function isDay(value: string): boolean {
  const time = /^[1-9]\d{3}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
