// Valid calls of the endpoints of the second factor. Each is somebody's of their own: who has one set up signs in otherwise.
import * as demand from '#contract/auth/demand.ts';
import * as second from '#contract/auth/second-factor.ts';
import { resetSecondFactor } from '#contract/people/second-factor.ts';
import { challenged, codeOf, setUpTotp } from '../../../flows/second-factor.fixture.ts';
import { addPerson, PASSWORD } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';

const somebody = ({ app, owner, word }: Side) =>
  addPerson(app, owner, { first_name: `${word} New`, last_name: `${word} Person` });

async function withApp(side: Side) {
  const by = await somebody(side);
  return { by, ...(await setUpTotp(side.app, by)) };
}

/** The browser that owes the second step, and has no session. */
async function atTheDoor(side: Side) {
  const { by, ...has } = await withApp(side);
  const { client, challenge_id } = await challenged(side.app.url, by.session?.employee_profile.work_email_id ?? '');
  return { by: client, challenge_id, ...has };
}

/** One whose company demanded what they do not have, at that moment: everybody else signs in as before. */
async function toSetUp(side: Side) {
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

export const secondFactorCases = [
  entry(demand.getDemand)(() => ({ input: {} })),
  entry(demand.setDemand)(() => ({ input: { demanded: false, sign_out: false } })),
  entry(demand.beginAtDoor)(async (side) => {
    const { by, challenge_id } = await toSetUp(side);
    return { by, input: { challenge_id } };
  }),
  entry(demand.confirmAtDoor)(async (side) => {
    const { by, challenge_id } = await toSetUp(side);
    const { secret } = await by.call(demand.beginAtDoor, { challenge_id });
    return { by, input: { challenge_id, code: codeOf(secret) } };
  }),
  entry(resetSecondFactor)(async (side) => ({ input: { employee_id: (await withApp(side)).by.employee_id } })),
  entry(second.getSecondFactor)(() => ({ input: {} })),
  entry(second.beginTotp)(async (side) => ({
    by: await somebody(side),
    input: { password: PASSWORD },
  })),
  entry(second.confirmTotp)(async (side) => {
    const by = await somebody(side);
    const { secret } = await by.call(second.beginTotp, { password: PASSWORD });
    return { by, input: { code: codeOf(secret) } };
  }),
  entry(second.renewRecovery)(async (side) => {
    const { by, secret } = await withApp(side);
    return { by, input: { password: PASSWORD, code: codeOf(secret) } };
  }),
  entry(second.turnOffSecondFactor)(
    async (side) => {
      const { by, secret } = await withApp(side);
      return { by, input: { password: PASSWORD, code: codeOf(secret) } };
    },
    async (side) => {
      const { by, recovery } = await withApp(side);
      return { by, input: { password: PASSWORD, recovery_code: recovery[0] ?? '' } };
    },
  ),
  entry(second.answerSecondFactor)(
    async (side) => {
      const { by, challenge_id, secret } = await atTheDoor(side);
      return { by, input: { challenge_id, code: codeOf(secret) } };
    },
    async (side) => {
      const { by, challenge_id, recovery } = await atTheDoor(side);
      return { by, input: { challenge_id, recovery_code: recovery[0] ?? '' } };
    },
  ),
];
