// When somebody is invited to install the app: after real use, and never again once it was declined. Pure; counts nothing but
// days and says nothing about anyone, so it stays on the device when people log out.

export interface Usage {
  /** The first days of use, in local time: `2026-11-22`. */
  readonly days: readonly string[];
  /** When the app was last started, in milliseconds since 1970. */
  readonly started_at: number;
  /** A message was written here. */
  readonly sent: boolean;
  /** The app was opened again after that. */
  readonly back: boolean;
  /** For good. */
  readonly declined: boolean;
  /** They were asked whether they want notifications, and have answered. For good. */
  readonly asked: boolean;
}

const ENOUGH_DAYS = 3;
/** What begins sooner than this after the last start is the same visit: a reload, a second window. */
const VISIT_MS = 30 * 60_000;

/** What is broken in it counts as not there; but it never unsays that somebody declined. */
export function usageIn(kept: unknown): Usage {
  const { days, started_at, sent, back, declined, asked } = (kept ?? {}) as { [Name in keyof Usage]?: unknown };
  return {
    days: Array.isArray(days) ? days.filter((day): day is string => typeof day === 'string') : [],
    started_at: typeof started_at === 'number' ? started_at : 0,
    sent: sent === true,
    back: back === true,
    declined: declined === true,
    asked: asked === true,
  };
}

/** The app was started. */
export function started(usage: Usage, now: Date): Usage {
  const again = now.getTime() - usage.started_at > VISIT_MS;
  const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const days = usage.days.includes(today) ? usage.days : [...usage.days, today].slice(0, ENOUGH_DAYS);
  return { ...usage, days, started_at: now.getTime(), back: usage.back || (usage.sent && again) };
}

/** Enough to be asked whether it shall be at hand. */
export const isDue = ({ days, back, declined }: Usage): boolean => !declined && (back || days.length >= ENOUGH_DAYS);
