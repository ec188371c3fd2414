// The endpoints of operators: from the wire to the rules and back.
import * as companies from '#contract/operator/companies.ts';
import * as operators from '#contract/operator/operators.ts';
import * as passwords from '#contract/operator/passwords.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { NO_COMPANY } from '../../platform/actor.ts';
import { type Context, implement, type Route } from '../../platform/feature.ts';
import { QUEUES, waitingIn } from '../../platform/metrics/queues.ts';
import { type Hasher } from '../auth/service.ts';
import { listClientErrors } from '../system/service.ts';
import { listLast } from './accounts/acts-repo.ts';
import { allOperators, inviteOperator, mailReset, remove, withdraw } from './accounts/operators.ts';
import { changeOwn, linkOf, resetByLink } from './accounts/passwords.ts';
import { letGo, letIn, present } from './accounts/sessions.ts';
import { becomeOperator } from './accounts/setup.ts';
import { openCompany, setStanding, switchModules } from './companies/changing.ts';
import { companyPage, loadOne, usageOf } from './companies/companies.ts';
import { healthOf } from './running/health.ts';
import { listFailing, retry, retryAll } from './running/jobs.ts';
import { keptMails, readMail } from './running/mails.ts';
import { listStopped } from './running/stopped.ts';

interface Deps {
  readonly context: Context;
  readonly hasher: Hasher;
  readonly sockets: () => number;
  readonly countPlace: (ip: string, points?: number) => Promise<void>;
  readonly countAccount: (address: string, points?: number) => Promise<void>;
  readonly countGuess: (operator_id: string, points?: number) => Promise<void>;
}

export const operatorRoutes = (deps: Deps): Route[] => {
  const { context } = deps;
  const { db, config } = context;
  return [
    ...implement(accounts, {
      setUp: (call, input) => becomeOperator(deps.hasher, call, input),
      signIn: (call, input) => letIn(deps, call, input),
      signOut: (call) => letGo(call),
      me: async ({ operator }) => present(operator),
      invite: (call, input) => inviteOperator(context, call, input),
    }),
    ...implement(operators, {
      listOperators: allOperators,
      removeOperator: remove,
      withdrawLink: withdraw,
      mailResetLink: (call, input) => mailReset(context, call, input),
      listActs: async () => ({ items: await db.company(NO_COMPANY, listLast) }),
    }),
    ...implement(passwords, {
      getLink: linkOf,
      resetPassword: (call, input) => resetByLink(deps, call, input),
      changePassword: (call, input) => changeOwn(deps, call, input),
    }),
    ...implement(companies, {
      listCompanies: (_call, input) => companyPage(db, input),
      getCompany: (_call, { company_id }) => loadOne(db, company_id),
      getUsage: (_call, { company_id }) => usageOf(db, company_id),
      createCompany: (call, input) => openCompany(context, call, input),
      suspendCompany: (call, { company_id }) => setStanding(context, call, company_id, 'SUSPENDED'),
      resumeCompany: (call, { company_id }) => setStanding(context, call, company_id, 'ACTIVE'),
      setModules: (call, input) => switchModules(context, call, input),
    }),
    ...implement(running, {
      listJobs: async () => {
        const [waiting, failing, stopped] = await Promise.all([waitingIn(db), listFailing(db), listStopped(db)]);
        return { queues: QUEUES.map((queue) => ({ queue, waiting: waiting[queue] ?? 0 })), failing, stopped };
      },
      retryJob: async ({ operator }, input) => ({ retried: await retry({ ...context, operator }, input) }),
      retryAllJobs: async ({ operator }) => ({ retried: await retryAll({ ...context, operator }) }),
      listMails: (_call, { cursor }) => keptMails(config, cursor),
      getMail: (_call, { file }) => readMail(config, file),
      getHealth: () => healthOf(context, deps.sockets()),
      listErrors: async () => ({ items: await listClientErrors(db) }),
    }),
  ];
};
