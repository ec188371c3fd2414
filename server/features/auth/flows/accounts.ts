// Everything that an address stands for: people in companies, and registrations that wait for their proof.
import type { Tx } from '../../../platform/db/database.ts';
import type { Hasher } from '../passwords/hasher.ts';
import type { PeoplePort } from '../ports.ts';
import { findCompanies } from '../repo/company-repo.ts';
import { findCredentials } from '../repo/credential-repo.ts';
import { findPending } from '../repo/registration-repo.ts';
import { addressKey } from '../secrets.ts';

export interface Account {
  readonly company_id: string;
  readonly employee_id: string;
  readonly company_name: string;
  readonly company_logo: string | null;
  /** `pending`: a registration. `inactive`: the person's account or the company is switched off, or only invited. */
  readonly state: 'open' | 'pending' | 'inactive';
  /** Nobody of the company gets in. */
  readonly suspended: boolean;
  /** Undefined for who has not chosen one. */
  readonly password_hash: string | undefined;
  /** When it was chosen, in seconds since 1970; of a registration it is not known. */
  readonly changed: number | undefined;
  /** Wrong passwords since the last right one. */
  readonly failures: number;
}

/** In a system transaction. The same statements whether the address is known or not. */
export async function accountsOf(tx: Tx, people: PeoplePort, email: string): Promise<Account[]> {
  const [found, pending] = await Promise.all([people.findByEmail(tx, email), findPending(tx, addressKey(email))]);
  const [companies, credentials] = await Promise.all([
    findCompanies(
      tx,
      found.map((person) => person.company_id),
    ),
    findCredentials(tx, found),
  ]);
  const accounts = found.flatMap((person): Account[] => {
    const { company_id, employee_id, employee_account_status } = person;
    const company = companies.find((row) => row.company_id === company_id);
    if (!company) return [];
    const { company_name, company_logo, status } = company;
    const state = employee_account_status === 'ACTIVE' && status === 'ACTIVE' ? 'open' : 'inactive';
    const { password_hash, changed, failures = 0 } = credentials.find((row) => row.company_id === company_id) ?? {};
    const suspended = status === 'SUSPENDED';
    const company_of = { company_id, company_name, company_logo, suspended };
    return [{ ...company_of, employee_id, state, password_hash, changed, failures }];
  });
  const waiting = pending.map(
    (row): Account => ({
      ...row,
      company_name: '',
      company_logo: null,
      state: 'pending',
      suspended: false,
      changed: undefined,
      failures: 0,
    }),
  );
  return [...accounts, ...waiting];
}

/** Names of the companies in which somebody with this address can sign in. */
export const knownCompanies = (accounts: readonly Account[]): string[] =>
  accounts.filter((account) => account.state === 'open').map((account) => account.company_name);

/** The salt for another password of this address, if it has one already (see `Hasher.saltOf`). */
export function sharedSalt(hasher: Hasher, accounts: readonly Account[]): string | undefined {
  for (const { password_hash } of accounts) {
    const salt = password_hash && hasher.saltOf(password_hash);
    if (salt) return salt;
  }
  return undefined;
}
