// The cases of operators. What they change of companies, they change of ones that were made for it.
import { v7 as uuid } from 'uuid';
import * as companies from '#contract/operator/companies.ts';
import * as operators from '#contract/operator/operators.ts';
import * as passwords from '#contract/operator/passwords.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { makeWayIn } from '#server/features/operator/accounts/way-in.ts';
import { anotherOperator, OPERATOR, newToken as token } from '../../flows/operator.fixture.ts';
import { TestClient } from '../../kit/client.ts';
import { type Side, some } from '../world.ts';
import { entry } from './case.ts';

const nobody = new TestClient('');
const empty = ({ operator: by }: Side) => ({ by, input: {} });

const company = (side: Side) => ({
  company_id: uuid(),
  company_name: `${side.word} ${some()}`,
  first_name: side.word,
  last_name: side.word,
  email_id: `${side.word}-${some()}@${some()}.example`,
  time_zone: 'Europe/Warsaw',
});
async function opened(side: Side): Promise<string> {
  const input = company(side);
  await side.operator.call(companies.createCompany, input);
  return input.company_id;
}
const ofNew = async (side: Side) => ({ by: side.operator, input: { company_id: await opened(side) } });
const own = ({ operator: by, company_id }: Side) => ({ by, input: { company_id } });

async function suspended(side: Side) {
  const given = await ofNew(side);
  await side.operator.call(companies.suspendCompany, given.input);
  return given;
}

const another = (side: Side) => anotherOperator(side.operator, side.word);
const mailed = ({ word }: Side) => ({ token: token(), email_id: `${word}-${some()}@operator.example` });

async function newLink(side: Side): Promise<string> {
  const input = mailed(side);
  await side.operator.call(accounts.invite, input);
  const { links } = await side.operator.call(operators.listOperators, {});
  return links.find((one) => one.email_id === input.email_id)?.link_id ?? '';
}

/** For somebody else's password than the one all others sign in with. */
async function resetToken(side: Side): Promise<string> {
  const way = await makeWayIn(side.app.app.context.db, (await another(side)).email_id);
  return way.for === 'password' ? way.token : '';
}

/** A mail to nobody that failed, and waits for an hour: it is not sent before that, but by a retry. */
async function failedMail(side: Side): Promise<string> {
  const mail_id = uuid();
  await side.app.sql(
    `INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html, attempts, error_code, next_attempt_at)
    VALUES ($1, $2, 'nobody@nowhere.example', 'x', 'x', 'x', 3, 'ESOCKET', now() + interval '1 hour')`,
    [side.company_id, mail_id],
  );
  return mail_id;
}

export const operatorCases = [
  entry(accounts.setUp)(async (side) => {
    const input = {
      token: token(),
      name: side.word,
      email_id: `${some()}@operator.example`,
      password: `${some()} long`,
    };
    await side.operator.call(accounts.invite, { token: input.token });
    return { by: nobody, input };
  }),
  entry(accounts.signIn)(() => ({ by: nobody, input: { ...OPERATOR } })),
  entry(accounts.signOut)(() => ({ by: nobody, input: {} })),
  entry(accounts.me)(empty),
  entry(accounts.invite)((side) => ({ by: side.operator, input: mailed(side) })),
  entry(operators.listOperators)(empty),
  entry(operators.removeOperator)(async (side) => ({
    by: side.operator,
    input: { operator_id: (await another(side)).operator_id },
  })),
  entry(operators.withdrawLink)(async (side) => ({ by: side.operator, input: { link_id: await newLink(side) } })),
  entry(operators.listActs)(empty),
  entry(passwords.getLink)(async (side) => ({ by: nobody, input: { token: await resetToken(side) } })),
  entry(passwords.resetPassword)(async (side) => ({
    by: nobody,
    input: { token: await resetToken(side), password: `${some()} ${some()}` },
  })),
  entry(operators.mailResetLink)(async (side) => ({
    by: side.operator,
    input: { operator_id: (await another(side)).operator_id },
  })),
  entry(passwords.changePassword)(async (side) => {
    const { client: by, password: old_password } = await another(side);
    return { by, input: { old_password, password: `${some()} ${some()}` } };
  }),
  entry(companies.listCompanies)(
    ({ operator: by, word }) => ({ by, input: { query: word, limit: '1' } }),
    ({ operator: by, company_id: cursor }) => ({ by, input: { query: 'Plain', cursor } }),
  ),
  entry(companies.getCompany)(own),
  entry(companies.getUsage)(own),
  entry(companies.createCompany)((side) => ({ by: side.operator, input: company(side) })),
  entry(companies.suspendCompany)(ofNew),
  entry(companies.resumeCompany)(suspended),
  entry(companies.setModules)(async (side) => {
    const { by, input } = await ofNew(side);
    return { by, input: { ...input, modules: { chat: false } } };
  }),
  entry(running.listJobs)(empty),
  entry(running.retryJob)(async (side) => ({
    by: side.operator,
    input: { queue: 'mail', company_id: side.company_id, job_id: await failedMail(side) },
  })),
  entry(running.retryAllJobs)(empty),
  entry(running.listMails)(({ operator: by }) => ({ by, input: { cursor: '2020' } })),
  entry(running.getMail)(async ({ operator: by }) => {
    const { items } = await by.call(running.listMails, {});
    return { by, input: { file: items[0]?.file ?? '' } };
  }),
  entry(running.getHealth)(empty),
  entry(running.listErrors)(empty),
];
