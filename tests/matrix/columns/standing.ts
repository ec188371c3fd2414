// Who is signed in, but whose account or company has been put to rest.
import * as company from '#contract/company.ts';
import { suspendCompany } from '#contract/operator/companies.ts';
import * as people from '#contract/people.ts';
import type { TestClient } from '../../kit/client.ts';
import { addPerson, registerCompany } from '../../kit/factory.ts';
import { callOf, type Input } from '../http.ts';
import { refused } from '../judge.ts';
import { behindSession, type Column, type Row } from '../row.ts';
import type { World } from '../world.ts';

/** What named the caller of the shared call names whoever calls now: or else it would be refused for that. */
async function inputOf(row: Row, { session }: TestClient): Promise<Input> {
  const { by, input } = await row.shared();
  let text = JSON.stringify(input);
  for (const field of ['session_id', 'company_id', 'employee_id'] as const)
    text = text.replaceAll(`"${by.session?.[field]}"`, `"${session?.[field]}"`);
  return JSON.parse(text) as Input;
}

async function denyAs(row: Row, by: TestClient, code: string, what: string): Promise<void> {
  const call = callOf(row.endpoint, by, await inputOf(row, by));
  await row.world.watch.nothing(async () => refused(row.endpoint, await row.send(call), code, what));
}

/** Made once for all rows. */
const once = <T>(make: (world: World) => Promise<T>) => {
  let made: Promise<T> | undefined;
  return ({ world }: Row) => (made ??= make(world));
};

const deactivated = once(async ({ a }) => {
  const client = await addPerson(a.app, a.owner);
  await client.call(company.get, {});
  await a.owner.call(people.setStatus, { employee_id: client.employee_id, status: 'INACTIVE' });
  return client;
});

const RESTING = ['INVITED', 'INACTIVE', 'SUSPENDED'] as const;
/** Their sessions live on: nothing but the account stands in their way. */
const resting = once(({ a }) =>
  Promise.all(
    RESTING.map(async (status) => {
      const client = await addPerson(a.app, a.owner);
      const { employee_id } = client;
      await a.app.sql('UPDATE employee SET employee_account_status = $2 WHERE employee_id = $1', [employee_id, status]);
      return { client, status };
    }),
  ),
);

/** Somebody who may everything there, and was let in before the operator has suspended the company. */
const ofSuspended = once(async ({ app, operator }) => {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.get, {});
  await operator.call(suspendCompany, { company_id });
  return owner;
});

export const standingColumns: readonly Column[] = [
  {
    name: 'deactivated employee',
    applies: behindSession,
    run: async (row) => denyAs(row, await deactivated(row), 'AUTH_INVALID_TOKEN', 'deactivated'),
  },
  {
    name: 'account that is not active',
    applies: behindSession,
    run: async (row) => {
      for (const { client, status } of await resting(row))
        await denyAs(row, client, 'AUTH_INVALID_TOKEN', `an account that is ${status}`);
    },
  },
  {
    name: 'suspended company',
    applies: behindSession,
    run: async (row) => denyAs(row, await ofSuspended(row), 'COMPANY_SUSPENDED', 'of a suspended company'),
  },
];
