// What walks are made of: the people, their steps and how often each comes, what their network does, and how they are waited for.
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { TestClient } from '#tests/kit/client.ts';
import { type FaultProxy, type Faults, noFaults } from '#tests/kit/outside/fault-proxy.ts';
import type { PageParts, Scope } from './page-code.ts';

export const bad: Faults = {
  ...noFaults,
  dropRequest: 0.06,
  loseAnswer: 0.08,
  doubleRequest: 0.06,
  fail: 0.05,
  late: 0.3,
  lateMs: 15,
};
export const down: Faults = { ...noFaults, fail: 1 };

export const weights = {
  say: 34,
  hear: 6,
  discard: 3,
  pause: 16,
  offline: 4,
  down: 3,
  storm: 3,
  online: 8,
  full: 3,
  room: 4,
  tab: 2,
  close: 3,
  kill: 5,
  killBrowser: 3,
  newVersion: 2,
  worker: 2,
  end: 3,
  reset: 1,
  logout: 3,
  signIn: 10,
};
export type Step = keyof typeof weights;

export interface Person {
  readonly api: TestClient;
  readonly email: string;
}
export interface Lane {
  readonly people: readonly [Person, Person];
  /** Everybody's colleague. */
  readonly other: TestClient;
  readonly proxy: FaultProxy;
  readonly begin: (scope: Scope) => PageParts;
}

/** What somebody wrote here. */
export interface Said {
  readonly id: string;
  readonly by: Person;
  readonly text: string;
  /** Counted from one. */
  readonly step: number;
  /** Nobody signed in or out between two of the same. */
  readonly stay: number;
  /** Where it was written. */
  readonly page: object;
  /** What must stand before it: written on the same page, or on the disk when this was written. */
  readonly after: readonly Said[];
  /** Whether it is on the disk; undefined: not known yet. */
  saved?: boolean;
  /** To be taken back: the person said so, and it has not failed. */
  gone?: true;
  /** Given up by logging out. */
  given?: true;
  /** And it was. */
  taken?: true;
}

const PATIENCE_MS = 30_000;

/** Stands in everything that is one's own to read. */
export const mark = ({ api }: Person): string => `only-for-${api.employee_id}`;
/** As the device names them without telling who they are (src/offline/device/sealing.ts). */
export const ownerOf = ({ api }: Person): string =>
  createHash('sha256').update(`${api.company_id}/${api.employee_id}`).digest('base64');
export const canary = (by: Person): string => `${mark(by)} ${uuid()}`;

/** Rejects when it has not come true in 30 s. `nudge`: now and then while it has not. */
export async function until(
  what: string | (() => string),
  fits: () => boolean | Promise<boolean>,
  nudge?: () => void,
): Promise<void> {
  const begun = Date.now();
  for (let nudged = begun; !(await fits()); ) {
    if (Date.now() - begun > PATIENCE_MS) throw new Error(`Not in time: ${typeof what === 'string' ? what : what()}`);
    if (Date.now() - nudged > 500) {
      nudged = Date.now();
      nudge?.();
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}
