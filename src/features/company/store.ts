// The company of whoever is signed in (specification, section 4, "Company loading"): the cached copy at once, then the
// server's answer; kept under localStorage `company`.
import { proxy } from 'valtio';
import { type Company, resolveCompany } from '#contract/auth.ts';
import { ApiError } from '#src/api/errors.ts';
import { readLocal, writeLocal } from '#src/offline/storage.ts';
import { app } from '#src/realtime/app.ts';

interface State {
  company: Company | undefined;
  /** Nothing is cached and the server has not answered yet. */
  loading: boolean;
}

const store = proxy<State>({ company: undefined, loading: true });
/** Read with `useSnapshot(companyState)`. */
export const companyState: Readonly<State> = store;

/** Saving no value deletes the stored copy. */
function set(company: Company | undefined): void {
  store.company = company;
  store.loading = false;
  writeLocal('company', company);
}

/** The cached copy, if it is one and it is of this company. A corrupt one is ignored. */
export function readCachedCompany(company_id: string): void {
  const kept = readLocal('company');
  if (isCompany(kept) && kept.company_id === company_id) {
    store.company = kept;
    store.loading = false;
  } else {
    store.company = undefined;
    store.loading = true;
  }
}

/** As much as the shell shows of it. */
const isCompany = (value: unknown): value is Company => {
  const { company_id, company_name, company_logo } = (value ?? {}) as Record<string, unknown>;
  const named = typeof company_id === 'string' && typeof company_name === 'string';
  return named && (company_logo === null || typeof company_logo === 'string');
};

/**
 * Asks the server. Without an answer the copy stays: only a refusal makes the company undefined, or nobody could read
 * offline. Never rejects.
 */
export async function resolve(employee_id: string): Promise<void> {
  try {
    const answer = await app.call(resolveCompany, { employee_id });
    set('company_id' in answer ? answer : undefined);
  } catch (error) {
    const { company } = store;
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) set(undefined);
    else if (error instanceof ApiError && error.code === 'COMPANY_SUSPENDED' && company)
      set({ ...company, status: 'SUSPENDED' });
    else store.loading = false;
  }
}
