// People who are made for one call: who sets a second factor up signs in otherwise from then on.
import { addPasskey, newKey } from '../../../flows/passkey.fixture.ts';
import { challenged } from '../../../flows/second-factor.fixture.ts';
import type { TestClient } from '../../../kit/client.ts';
import { addPerson } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';

export const somebody = ({ app, owner, word }: Side) =>
  addPerson(app, owner, { first_name: `${word} New`, last_name: `${word} Person` });

/** One whose company demanded what they do not have, at that moment: everybody else signs in as before. */
export async function toSetUp(side: Side) {
  const { app } = side;
  const person = await somebody(side);
  const { company_id } = person;
  const put = `INSERT INTO sign_in_policy (company_id, second_factor) VALUES ($1, $2)
    ON CONFLICT (company_id) DO UPDATE SET second_factor = $2`;
  await app.sql(put, [company_id, true]);
  const { client, challenge_id } = await challenged(app.url, person.session?.employee_profile.work_email_id ?? '');
  await app.sql(put, [company_id, false]);
  return { by: client, challenge_id };
}

export async function withPasskey(side: Side) {
  const by = await somebody(side);
  return { by, ...(await addPasskey(by, newKey(), `${side.word} key`)) };
}

/** Comes in by company sign-on, and has done so a moment ago: what asks for the password of others asks for none. */
export async function withoutPassword({ app }: Side, { employee_id }: TestClient): Promise<void> {
  await app.sql('DELETE FROM credential WHERE employee_id = $1', [employee_id]);
}

/** The browser that owes the second step. */
export async function atTheDoorWithPasskey(side: Side) {
  const { by: person, key } = await withPasskey(side);
  const { client: by, challenge_id } = await challenged(
    side.app.url,
    person.session?.employee_profile.work_email_id ?? '',
  );
  return { by, key, challenge_id };
}
