// What auth asks of other features. They import auth's service, so auth cannot import theirs: server/registry.ts hands them in.
import type { Employee } from '#contract/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/errors.ts';

export type AccountStatus = Employee['employee_account_status'];

export interface PeoplePort {
  /** Makes the built-in roles of a fresh company, and its owner, INVITED. */
  createOwner(
    tx: Tx,
    owner: {
      company_id: string;
      employee_id: string;
      first_name: string;
      last_name: string;
      work_email_id: string;
      time_zone: string;
    },
  ): Promise<void>;
  /** Somebody new, ACTIVE, with the role that everybody has. AUTH_EMAIL_ALREADY_EXISTS. */
  admit(
    tx: Tx,
    person: {
      employee_id: string;
      first_name: string;
      last_name: string;
      work_email_id: string;
      time_zone: string;
    },
  ): Promise<void>;
  /** INVITED becomes ACTIVE. */
  activate(tx: Tx, employee_id: string): Promise<void>;
  /** In a system transaction: everybody with this address, whatever the account's state; nobody deleted. */
  findByEmail(
    tx: Tx,
    email: string,
  ): Promise<{ company_id: string; employee_id: string; employee_account_status: AccountStatus }[]>;
  /** Throws EMPLOYEE_NOT_FOUND for somebody deleted. */
  profile(tx: Tx, employee_id: string): Promise<Employee>;
  permissionsOf(tx: Tx, employee_id: string): Promise<string[]>;
  isOwner(tx: Tx, employee_id: string): Promise<boolean>;
  /** Who owns the company and can sign in. */
  activeOwners(tx: Tx): Promise<Employee[]>;
}

/** The person, or undefined if there is none (any more). */
export async function findProfile(tx: Tx, people: PeoplePort, employee_id: string): Promise<Employee | undefined> {
  try {
    return await people.profile(tx, employee_id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'EMPLOYEE_NOT_FOUND') return undefined;
    throw error;
  }
}

export interface CompanyPort {
  /** Makes the configuration of a fresh company. */
  createDefaults(tx: Tx, given: { time_zone: string }): Promise<void>;
  /** Names of the modules that are on. */
  modulesOf(tx: Tx): Promise<readonly string[]>;
  settingsOf(tx: Tx): Promise<{ readonly password_min_length: number; readonly time_zone: string }>;
}

export interface NotificationsPort {
  /** What runs in these sessions, of those that have said so. */
  appsOf(
    tx: Tx,
    session_ids: readonly string[],
  ): Promise<readonly { session_id: string; installed: boolean; takes_pushes: boolean }[]>;
}

export interface AuthPorts {
  readonly people: PeoplePort;
  readonly company: CompanyPort;
  readonly notifications: NotificationsPort;
}
