// What the rules of people need from outside: the bus, the mailer, and ports that the registry connects to other features.

import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/db/database.ts';
import { erasedListIn } from '../../platform/db/privacy/erased-list.ts';
import type { Step } from '../../platform/db/privacy/walk.ts';
import type { Context } from '../../platform/feature.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';

/** Something that somebody has, by name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What becomes elsewhere of somebody who leaves, comes back, or is erased: connected in server/registry.ts. */
export interface PeoplePorts {
  readonly spaces: {
    /**
     * How many spaces they are in; those that would have no admin without them though others are in there; those that nobody else
     * is in; and how many of their requests, of the invitations to them and of theirs wait for an answer.
     */
    leavingOf(
      tx: Tx,
      employee_id: string,
    ): Promise<{
      all: number;
      alone: Named[];
      emptied: Named[];
      joining: { requests: number; invited: number; inviting: number };
    }>;
    /** Ends all memberships, and what waits for an answer. HAND_OVER_REQUIRED if a space needs `hand_over_to`; null: of those who can act, whoever is in it longest. `by` is for the log. `kept` is for `comeBack`, and can be stored. */
    leaveAll(
      tx: Tx,
      employee_id: string,
      by: string | null,
      hand_over_to?: string | null,
    ): Promise<{ kept: unknown; handed_over: readonly string[] }>;
    /** Back into those that there still are; where somebody else became the admin, as a member. */
    comeBack(tx: Tx, employee_id: string, kept: unknown): Promise<void>;
  };
  readonly chat: {
    countScheduled(tx: Tx, employee_id: string): Promise<number>;
    /** Those with somebody else that stay readable. */
    countConversations(tx: Tx, employee_id: string): Promise<number>;
    /** What waited for its time is never sent. */
    dropScheduled(tx: Tx, employee_id: string): Promise<void>;
    /** What they kept for themselves is gone. */
    forgetOwn(tx: Tx, employee_id: string): Promise<void>;
    /** Where others called them by their name it says "Former employee". */
    readonly relabelling: readonly Step[];
  };
  readonly notifications: {
    countDevices(tx: Tx, employee_id: string): Promise<number>;
    dropDevices(tx: Tx, employee_id: string): Promise<void>;
    forget(tx: Tx, employee_id: string): Promise<void>;
    /** What others were told says what the messages say by now. */
    readonly relabelling: readonly Step[];
  };
  readonly provisioning: {
    /** Of the company's identity provider, that they made. */
    countTokens(tx: Tx, employee_id: string): Promise<number>;
  };
  readonly insights: {
    /** On which days they used the app is gone. */
    forget(tx: Tx, employee_id: string): Promise<void>;
  };
  readonly privacy: {
    /** What was made for them to download is there no more. */
    forgetExports(tx: Tx, employee_id: string): Promise<void>;
  };
  /** Who is shown to the company as available at this moment. */
  readonly availableIn: (company_id: string) => readonly string[];
  readonly files: {
    /** False if the address names a file of ours that is no picture of people which the person uploaded. */
    takePicture(tx: Tx, employee_id: string, url: string): Promise<boolean>;
    /** It is there no more, but for something else that shows it. */
    dropPicture(tx: Tx, url: string): Promise<void>;
    /** The pictures of people that they have uploaded, and their own, are there no more, but for what somebody else shows. */
    dropPictures(
      tx: Tx,
      who: { readonly employee_id: string; readonly profile_url: string | null },
      inUse: (urls: readonly string[]) => Promise<string[]>,
    ): Promise<void>;
  };
}

export interface PeopleDeps {
  readonly bus: Bus;
  readonly mailer: Mailer;
  readonly ports: PeoplePorts;
  /** The file with who was erased (platform/db/privacy/erased-list.ts). */
  readonly erasedList: string;
  /** Origin under which people open the app. */
  readonly publicUrl: string;
  /** Throws TOO_MANY_REQUESTS when the same person was sent too many invitations. */
  readonly countInvitation: (key: string) => Promise<void>;
  /** The same of links to choose a new password. */
  readonly countPasswordLink: (key: string) => Promise<void>;
}

export const peopleDeps = ({ bus, mailer, limits, config }: Context, ports: PeoplePorts): PeopleDeps => ({
  bus,
  mailer,
  ports,
  erasedList: erasedListIn(config.dataDir),
  publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  countInvitation: limits.create('people.invitation', 5, 3600),
  countPasswordLink: limits.create('people.password_link', 5, 3600),
});

/** The same of everybody in the company. */
export const signalCompany = (tx: Tx, { bus }: PeopleDeps, { company_id }: Actor): void =>
  tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id }));

/** After the commit: what is cached of this person's permissions and account is read anew. */
export const signalActor = (
  tx: Tx,
  { bus }: PeopleDeps,
  { company_id }: Pick<Actor, 'company_id'>,
  employee_id: string,
): void => tx.afterCommit(() => bus.signal({ type: 'actors_changed', company_id, employee_id }));
