// The cases of operators. What they change of companies, they change of ones that were made for it.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as companies from '#contract/operator/companies.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { OPERATOR } from '../../flows/operator.fixture.ts';
import { TestClient } from '../../kit/client.ts';
import { type Side, some } from '../world.ts';
import { entry } from './case.ts';

const nobody = new TestClient('');
const token = () => randomBytes(32).toString('base64url');
const empty = ({ operator: by }: Side) => ({ by, input: {} });

const company = (side: Side) => ({
  company_id: uuid(),
  company_name: `${side.word} ${some()}`,
  first_name: side.word,
  last_name: side.word,
  email_id: `${side.word}-${some()}@${some()}.example`,
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
  entry(accounts.invite)(({ operator: by }) => ({ by, input: { token: token() } })),
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
