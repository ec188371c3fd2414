// Valid calls of the endpoints of the second factor. Each is somebody's of their own: who has one set up signs in otherwise.
import * as demand from '#contract/auth/demand.ts';
import { askAtDoor } from '#contract/auth/passkeys.ts';
import * as second from '#contract/auth/second-factor.ts';
import { countSessions, endSessions, resetSecondFactor, sendPasswordLink } from '#contract/people/access.ts';
import { proof } from '../../../flows/passkey.fixture.ts';
import { challenged, codeOf, setUpTotp } from '../../../flows/second-factor.fixture.ts';
import { PASSWORD } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';
import { atTheDoorWithPasskey, somebody, toSetUp, withoutPassword, withPasskey } from './newcomers.ts';

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
  entry(sendPasswordLink)(async (side) => ({ input: { employee_id: (await somebody(side)).employee_id } })),
  entry(countSessions)(async (side) => ({ input: { employee_id: (await somebody(side)).employee_id } })),
  entry(endSessions)(async (side) => ({ input: { employee_id: (await somebody(side)).employee_id } })),
  entry(second.getSecondFactor)(() => ({ input: {} })),
  entry(second.beginTotp)(
    async (side) => ({ by: await somebody(side), input: { password: PASSWORD } }),
    async (side) => {
      const { by, key } = await withPasskey(side);
      return { by, input: { password: PASSWORD, passkey: await proof(by, key) } };
    },
    async (side) => {
      const { by, recovery } = await withPasskey(side);
      return { by, input: { password: PASSWORD, recovery_code: recovery[0] ?? '' } };
    },
  ),
  entry(second.confirmTotp)(async (side) => {
    const by = await somebody(side);
    const { secret } = await by.call(second.beginTotp, { password: PASSWORD });
    return { by, input: { code: codeOf(secret) } };
  }),
  entry(second.renewRecovery)(
    async (side) => {
      const { by, secret } = await withApp(side);
      return { by, input: { password: PASSWORD, code: codeOf(secret) } };
    },
    async (side) => {
      const { by, key } = await withPasskey(side);
      await withoutPassword(side, by);
      return { by, input: { passkey: await proof(by, key) } };
    },
  ),
  entry(second.turnOffSecondFactor)(
    // First, for it does not grow old while the call is refused in all ways.
    async (side) => {
      const { by, recovery } = await withApp(side);
      return { by, input: { password: PASSWORD, recovery_code: recovery[0] ?? '', only: 'totp' } };
    },
    async (side) => {
      const { by, secret } = await withApp(side);
      return { by, input: { password: PASSWORD, code: codeOf(secret) } };
    },
    async (side) => {
      const { by, key } = await withPasskey(side);
      await withoutPassword(side, by);
      return { by, input: { passkey: await proof(by, key) } };
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
    async (side) => {
      const { by, key, challenge_id } = await atTheDoorWithPasskey(side);
      return { by, input: { challenge_id, passkey: key.prove(await by.call(askAtDoor, { challenge_id })) } };
    },
  ),
];
