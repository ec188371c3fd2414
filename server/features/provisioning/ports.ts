// What provisioning asks of people: server/registry.ts hands it in.
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { GroupWish, LeaveOut, NewPerson, PersonWish } from '../people/service.ts';

export interface Person {
  readonly employee_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly work_email: string;
  readonly position_title: string;
  readonly phone_number: string;
  readonly manager_id: string | null;
  readonly employee_account_status: 'ACTIVE' | 'INVITED' | 'INACTIVE' | 'SUSPENDED' | 'DELETED';
  readonly department: string | null;
  readonly external_id: string | null;
  readonly employee_number: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Group {
  readonly group_id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** How many. */
  readonly members: number;
  readonly members_hash: string | null;
}

/** People and groups with chosen members, by the rules of people and with their events. */
export interface ProvisionedPort {
  /** Whoever changes people or groups goes one at a time, from here to the commit: what is read now is what is changed. */
  lock(tx: Tx): Promise<void>;
  /** NO_PERMISSION unless the person may do all that provisioning may. */
  checkMayProvision(tx: Tx, actor: Actor): Promise<void>;
  readonly people: {
    load(tx: Tx, employee_id: string): Promise<Person>;
    find(tx: Tx, employee_ids: readonly string[]): Promise<Person[]>;
    page(tx: Tx, limit: number, offset: number): Promise<Person[]>;
    count(tx: Tx): Promise<number>;
    byAddress(tx: Tx, address: string): Promise<string[]>;
    byExternal(tx: Tx, external_id: string): Promise<string[]>;
    create(tx: Tx, actor: Actor, wish: NewPerson, leaveOut: LeaveOut): Promise<Person>;
    change(tx: Tx, actor: Actor, employee_id: string, wish: PersonWish, leaveOut: LeaveOut): Promise<Person>;
    remove(tx: Tx, actor: Actor, employee_id: string): Promise<void>;
  };
  readonly groups: {
    load(tx: Tx, group_id: string): Promise<Group>;
    find(tx: Tx, group_ids: readonly string[]): Promise<Group[]>;
    page(tx: Tx, limit: number, offset: number): Promise<string[]>;
    count(tx: Tx): Promise<number>;
    byName(tx: Tx, name: string): Promise<string[]>;
    byExternal(tx: Tx, external_id: string): Promise<string[]>;
    around(tx: Tx, employee_id: string): Promise<string[]>;
    membersOf(tx: Tx, group_ids: readonly string[]): Promise<Map<string, string[]>>;
    create(tx: Tx, actor: Actor, wish: GroupWish & { readonly name: string }): Promise<Group>;
    change(tx: Tx, actor: Actor, group_id: string, wish: GroupWish): Promise<Group>;
    remove(tx: Tx, actor: Actor, group_id: string): Promise<void>;
    /** No provider is left to change its groups: people may. */
    release(tx: Tx): Promise<void>;
  };
}
