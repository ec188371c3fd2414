// What the rules of people need from outside: the bus, the mailer, and ports that the registry connects to other features.

import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Context } from '../../platform/feature.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';

/** Connected in server/registry.ts; what is left out has no effect. */
export interface PeoplePorts {
  /** Ends all memberships of somebody who is removed; spaces without an admin go to `hand_over_to`. Answers how many spaces were left. */
  readonly leaveAll?: (tx: Tx, employee_id: string, hand_over_to?: string) => Promise<number>;
}

export interface PeopleDeps {
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly ports: PeoplePorts;
  /** Origin under which people open the app. */
  readonly publicUrl: string;
  /** Throws TOO_MANY_REQUESTS when the same person was sent too many invitations. */
  readonly countInvitation: (key: string) => Promise<void>;
}

export const peopleDeps = ({ bus, mailer, limits, config }: Context, ports: PeoplePorts): PeopleDeps => ({
  bus,
  mailer,
  ports,
  publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  countInvitation: limits.create('people.invitation', 5, 3600),
});

/** The same of everybody in the company. */
export const signalCompany = (tx: Tx, { bus }: PeopleDeps, { company_id }: Actor): void =>
  tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id }));

/** After the commit: what is cached of this person's permissions and account is read anew. */
export const signalActor = (tx: Tx, { bus }: PeopleDeps, { company_id }: Actor, employee_id: string): void =>
  tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id, employee_id }));
