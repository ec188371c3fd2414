// Who used the app on which day. To have used it is to have called the server while signed in: the one place where that is said.
// A call costs a look into memory; what is new is written for all together, moments later. If it cannot be written it is tried again,
// and no call knows of it.
import { configChanged } from '#contract/company.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Context } from '../../../platform/feature.ts';
import { settingsOf } from '../../company/service.ts';
import { erasedAmong } from '../../people/service.ts';
import { addDays, dayAt, startOf } from '../days.ts';
import { insertActivity } from './activity-repo.ts';

const EVERY_MS = 5_000;

type Person = Pick<Actor, 'company_id' | 'employee_id'>;
/** employee_id → when, in milliseconds. */
type Seen = Map<string, number>;

export interface Activity {
  /** Never waits and never throws. */
  note(person: Person): void;
  /** Writes what was noted of a company. Throws if the database does, and then keeps it. */
  flush(company_id: string): Promise<void>;
  /** The companies that somebody used since this was last asked. */
  takeUsed(): string[];
  /** Writes what is left, and ends. */
  stop(): Promise<void>;
}

/** `now` in milliseconds. */
export function createActivity(
  { db, bus, log }: Pick<Context, 'db' | 'bus' | 'log'>,
  now: () => number = Date.now,
): Activity {
  /** Who is written down for the company's running day, which ends at `until`. */
  const known = new Map<string, { readonly until: number; readonly people: Set<string> }>();
  const noted = new Map<string, Seen>();
  const used = new Set<string>();
  // In another time zone it is another day.
  bus.onCommitted(({ company_id, events }) => {
    if (events.some(({ name }) => name === configChanged.name)) known.delete(company_id);
  });

  const write = async (company_id: string): Promise<void> => {
    const seen = noted.get(company_id);
    if (!seen) return;
    noted.delete(company_id);
    try {
      const { until, people } = await db.company(company_id, async (tx) => {
        const { time_zone } = await settingsOf(tx);
        // Of who was erased meanwhile nothing is written any more.
        const erased = new Set(await erasedAmong(tx, [...seen.keys()]));
        const active = [...seen].filter(([id]) => !erased.has(id));
        const days = active.map(([employee_id, at]) => ({ employee_id, day: dayAt(time_zone, at) }));
        await insertActivity(tx, days);
        const today = dayAt(time_zone, now());
        const here = days.filter(({ day }) => day === today).map(({ employee_id }) => employee_id);
        return { until: startOf(time_zone, addDays(today, 1)), people: here };
      });
      const before = known.get(company_id);
      known.set(company_id, { until, people: new Set([...(before?.until === until ? before.people : []), ...people]) });
    } catch (error) {
      // Who was seen again meanwhile was seen earlier, too.
      noted.set(company_id, new Map([...(noted.get(company_id) ?? []), ...seen]));
      throw error;
    }
  };
  const writing = new Map<string, Promise<void>>();
  // One after the other: whoever waits for it knows that what was noted before is written.
  const flush = (company_id: string): Promise<void> => {
    const before = writing.get(company_id) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => write(company_id));
    writing.set(company_id, turn);
    return turn.finally(() => writing.get(company_id) === turn && writing.delete(company_id));
  };
  const flushAll = async (): Promise<void> => {
    for (const [company_id, { until }] of known) if (until <= now()) known.delete(company_id);
    // What fails in one company keeps the others from nothing.
    for (const company_id of [...noted.keys()])
      await flush(company_id).catch((error: unknown) => log.error({ err: error, company_id }, 'noting who is active'));
  };

  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= flushAll().finally(() => {
      running = undefined;
    });
  }, EVERY_MS);
  timer.unref();
  return {
    note: ({ company_id, employee_id }) => {
      const at = now();
      used.add(company_id);
      const today = known.get(company_id);
      if (today && today.until > at && today.people.has(employee_id)) return;
      let seen = noted.get(company_id);
      if (!seen) noted.set(company_id, (seen = new Map()));
      if (!seen.has(employee_id)) seen.set(employee_id, at);
    },
    flush,
    takeUsed: () => {
      const all = [...used];
      used.clear();
      return all;
    },
    stop: async () => {
      clearInterval(timer);
      await running;
      await flushAll();
    },
  };
}
