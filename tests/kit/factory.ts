// Companies and people for tests, made the way people make them: through the contract, over HTTP.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as auth from '#contract/auth.ts';
import * as people from '#contract/people.ts';
import type { TestApp } from './app.ts';
import { TestClient } from './client.ts';
import { codeIn, resetTokenIn, waitForMail } from './mails.ts';

export const PASSWORD = 'correct horse 9 battery';
const some = () => randomBytes(4).toString('hex');

export interface TestCompany {
  readonly company_id: string;
  readonly owner: TestClient;
  readonly email: string;
}

/** Registers a company, proves the address by the code from the mail, and is signed in as its owner. */
export async function registerCompany(
  app: Pick<TestApp, 'url' | 'dataDir'>,
  given: { company_name?: string; email_id?: string; first_name?: string; last_name?: string } = {},
): Promise<TestCompany> {
  const email_id = given.email_id ?? `owner-${some()}@${some()}.example`;
  const owner = new TestClient(app.url);
  await owner.call(auth.register, {
    company_name: given.company_name ?? `Company ${some()}`,
    first_name: given.first_name ?? 'Olive',
    last_name: given.last_name ?? 'Owner',
    email_id,
    password: PASSWORD,
  });
  const otp = codeIn(await waitForMail(app.dataDir, email_id));
  owner.session = await owner.call(auth.verify, { email_id, otp });
  return { company_id: owner.session.company_id, owner, email: email_id };
}

/** A colleague: created by `by`, first password set through the mailed link, signed in. */
export async function addPerson(
  app: Pick<TestApp, 'url' | 'dataDir'>,
  by: TestClient,
  given: Partial<{
    first_name: string;
    last_name: string;
    work_email_id: string;
    role_ids: string[];
    position_title: string;
  }> = {},
): Promise<TestClient> {
  const work_email_id = given.work_email_id ?? `person-${some()}@${some()}.example`;
  await by.call(people.create, {
    employee_id: uuid(),
    first_name: 'Pat',
    last_name: 'Person',
    ...given,
    work_email_id,
  });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id));
  const person = new TestClient(app.url);
  await person.call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });
  return signIn(app.url, work_email_id);
}

export async function signIn(url: string, email_id: string, password = PASSWORD): Promise<TestClient> {
  const client = new TestClient(url);
  const answer = await client.call(auth.login, { email_id, password });
  if (!('session_id' in answer)) throw new Error('The password alone does not open one company');
  client.session = answer;
  return client;
}
