// What the operator's pages ask of the server. No call carries an employee's session, and no refusal ends one.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as companies from '#contract/operator/companies.ts';
import * as operators from '#contract/operator/operators.ts';
import * as passwords from '#contract/operator/passwords.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { ApiError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';

const ME = ['operator', 'me'];
const isOver = (error: unknown) => error instanceof ApiError && error.code === 'OPERATOR_SESSION_OVER';

/** Whoever is told that the session is over sees the sign-in, on whatever page. */
async function ask<E extends Endpoint>(endpoint: E, input: RequestOf<E>, signal?: AbortSignal): Promise<ResponseOf<E>> {
  try {
    return await app.call(endpoint, input, { skipAuth: true, keepSession: true, ...(signal && { signal }) });
  } catch (error) {
    if (isOver(error)) forgetAll();
    throw error;
  }
}

/** Nothing of what was seen stays behind. */
function forgetAll(): void {
  app.queryClient.removeQueries({ queryKey: ['operator', 'of'] });
  app.queryClient.setQueryData(ME, null);
}

const common = { staleTime: 0, meta: { keep: false } } as const;

/** Null: nobody is signed in here. */
export const meQuery = queryOptions({
  ...common,
  queryKey: ME,
  queryFn: ({ signal }): Promise<accounts.Operator | null> =>
    ask(accounts.me, {}, signal).catch((error: unknown) => {
      if (isOver(error)) return null;
      throw error;
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

const begin = (me: accounts.Operator) => app.queryClient.setQueryData(ME, me);
export const signIn = async (input: RequestOf<typeof accounts.signIn>) => begin(await ask(accounts.signIn, input));
export const setUp = async (input: RequestOf<typeof accounts.setUp>) => begin(await ask(accounts.setUp, input));
export async function resetPassword(input: RequestOf<typeof passwords.resetPassword>): Promise<void> {
  const me = await ask(passwords.resetPassword, input);
  // Whoever was signed in here may have been somebody else.
  forgetAll();
  begin(me);
}
/** What a link is for. Its token is kept by nobody: asked once, when the page opens. */
export const linkQuery = (token: string) =>
  queryOptions({
    ...common,
    queryKey: ['operator', 'link', token],
    queryFn: ({ signal }) => ask(passwords.getLink, { token }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
export async function signOut(): Promise<void> {
  await ask(accounts.signOut, {});
  forgetAll();
}

export const operatorsQuery = queryOptions({
  ...common,
  queryKey: ['operator', 'of', 'operators'],
  queryFn: ({ signal }) => ask(operators.listOperators, {}, signal),
});
export const actsQuery = queryOptions({
  ...common,
  queryKey: ['operator', 'of', 'acts'],
  queryFn: async ({ signal }) => (await ask(operators.listActs, {}, signal)).items,
});
const rereadOperators = () => Promise.all([reread('operators'), reread('acts')]);

export async function invite(input: RequestOf<typeof accounts.invite>): Promise<void> {
  await ask(accounts.invite, input);
  void rereadOperators();
}
export async function removeOperator(operator_id: string): Promise<void> {
  await ask(operators.removeOperator, { operator_id });
  await rereadOperators();
}
export async function mailResetLink(operator_id: string): Promise<void> {
  await ask(operators.mailResetLink, { operator_id });
  void reread('acts');
}
export async function withdrawLink(link_id: string): Promise<void> {
  await ask(operators.withdrawLink, { link_id });
  await rereadOperators();
}
export const changePassword = (input: RequestOf<typeof passwords.changePassword>) =>
  ask(passwords.changePassword, input);

export const companiesQuery = (query: string) =>
  infiniteQueryOptions({
    ...common,
    queryKey: ['operator', 'of', 'companies', query],
    queryFn: ({ pageParam, signal }): Promise<ResponseOf<typeof companies.listCompanies>> =>
      ask(companies.listCompanies, { query, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const companyQuery = (company_id: string) =>
  queryOptions({
    ...common,
    queryKey: ['operator', 'of', 'company', company_id],
    queryFn: ({ signal }) => ask(companies.getCompany, { company_id }, signal),
  });
export const usageQuery = (company_id: string) =>
  queryOptions({
    ...common,
    queryKey: ['operator', 'of', 'usage', company_id],
    queryFn: ({ signal }) => ask(companies.getUsage, { company_id }, signal),
  });

const reread = (...key: string[]) => app.queryClient.invalidateQueries({ queryKey: ['operator', 'of', ...key] });

export const createCompany = (input: RequestOf<typeof companies.createCompany>) => ask(companies.createCompany, input);
export async function setStanding(company_id: string, standing: 'suspend' | 'resume'): Promise<void> {
  await ask(standing === 'suspend' ? companies.suspendCompany : companies.resumeCompany, { company_id });
  await reread('company', company_id);
}
export async function setModule(company_id: string, name: string, on: boolean): Promise<void> {
  await ask(companies.setModules, { company_id, modules: { [name]: on } });
  await reread('company', company_id);
}

/** Milliseconds: what changes by itself is looked at so often. */
const EVERY = 10_000;

export const jobsQuery = queryOptions({
  ...common,
  queryKey: ['operator', 'of', 'jobs'],
  queryFn: ({ signal }) => ask(running.listJobs, {}, signal),
  refetchInterval: EVERY,
});
export async function retryJob(input: RequestOf<typeof running.retryJob>): Promise<void> {
  await ask(running.retryJob, input);
  await reread('jobs');
}
export async function retryAll(): Promise<number> {
  const { retried } = await ask(running.retryAllJobs, {});
  await reread('jobs');
  return retried;
}

export const mailsQuery = infiniteQueryOptions({
  ...common,
  queryKey: ['operator', 'of', 'mails'],
  queryFn: ({ pageParam, signal }): Promise<ResponseOf<typeof running.listMails>> =>
    ask(running.listMails, pageParam ? { cursor: pageParam } : {}, signal),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
export const mailQuery = (file: string) =>
  queryOptions({
    ...common,
    queryKey: ['operator', 'of', 'mail', file],
    queryFn: ({ signal }) => ask(running.getMail, { file }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const healthQuery = queryOptions({
  ...common,
  queryKey: ['operator', 'of', 'health'],
  queryFn: ({ signal }) => ask(running.getHealth, {}, signal),
  refetchInterval: EVERY,
});
export const errorsQuery = queryOptions({
  ...common,
  queryKey: ['operator', 'of', 'errors'],
  queryFn: async ({ signal }) => (await ask(running.listErrors, {}, signal)).items,
});
