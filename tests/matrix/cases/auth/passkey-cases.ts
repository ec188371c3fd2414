// Valid calls of the endpoints of passkeys, and of saying once more who one is. Each is somebody's of their own: who has one signs in otherwise.
import * as passkeys from '#contract/auth/passkeys.ts';
import { giveProof, proofWays } from '#contract/auth/proof.ts';
import type { Creation } from '#contract/auth/webauthn.ts';
import { newKey, proof } from '../../../flows/passkey.fixture.ts';
import { codeOf, setUpTotp } from '../../../flows/second-factor.fixture.ts';
import { PASSWORD } from '../../../kit/factory.ts';
import type { Side } from '../../world.ts';
import { entry } from '../case.ts';
import { atTheDoorWithPasskey, somebody, toSetUp, withoutPassword, withPasskey } from './newcomers.ts';

const ofNobodyElse = { byAnybody: 'nobody sees a passkey of somebody else' };
const made = ({ word }: Side, asked: Creation) => ({ name: `${word} phone`, passkey: newKey().make(asked) });

export const passkeyCases = [
  entry(proofWays)(() => ({ input: {} })),
  entry(giveProof)(
    async (side) => ({ by: await somebody(side), input: { password: PASSWORD } }),
    async (side) => {
      const { by, key } = await withPasskey(side);
      return { by, input: { passkey: await proof(by, key) } };
    },
  ),
  entry(passkeys.beginPasskey)(
    async (side) => ({ by: await somebody(side), input: { password: PASSWORD } }),
    async (side) => {
      const { by, key } = await withPasskey(side);
      return { by, input: { password: PASSWORD, passkey: await proof(by, key) } };
    },
    async (side) => {
      const { by, recovery } = await withPasskey(side);
      return { by, input: { password: PASSWORD, recovery_code: recovery[0] ?? '' } };
    },
    async (side) => {
      const by = await somebody(side);
      const { secret } = await setUpTotp(side.app, by);
      return { by, input: { password: PASSWORD, code: codeOf(secret) } };
    },
  ),
  entry(passkeys.addPasskey)(async (side) => {
    const by = await somebody(side);
    return { by, input: made(side, await by.call(passkeys.beginPasskey, { password: PASSWORD })) };
  }),
  entry(
    passkeys.renamePasskey,
    ofNobodyElse,
  )(async (side) => {
    const { by, passkey_id } = await withPasskey(side);
    return { by, input: { passkey_id, name: `${side.word} other name` } };
  }),
  entry(passkeys.askForPasskey)(async (side) => ({ by: (await withPasskey(side)).by, input: {} })),
  entry(passkeys.removePasskey, ofNobodyElse)(
    async (side) => {
      const { by, key, passkey_id } = await withPasskey(side);
      return { by, input: { passkey_id, password: PASSWORD, passkey: await proof(by, key) } };
    },
    async (side) => {
      const { by, passkey_id, recovery } = await withPasskey(side);
      await withoutPassword(side, by);
      return { by, input: { passkey_id, recovery_code: recovery[0] ?? '' } };
    },
    async (side) => {
      const { by, passkey_id, recovery } = await withPasskey(side);
      const { secret } = await setUpTotp(side.app, by, { recovery_code: recovery[0] });
      await withoutPassword(side, by);
      return { by, input: { passkey_id, code: codeOf(secret) } };
    },
  ),
  entry(passkeys.askAtDoor)(async (side) => {
    const { by, challenge_id } = await atTheDoorWithPasskey(side);
    return { by, input: { challenge_id } };
  }),
  entry(passkeys.beginPasskeyAtDoor)(async (side) => {
    const { by, challenge_id } = await toSetUp(side);
    return { by, input: { challenge_id } };
  }),
  entry(passkeys.addPasskeyAtDoor)(async (side) => {
    const { by, challenge_id } = await toSetUp(side);
    const asked = await by.call(passkeys.beginPasskeyAtDoor, { challenge_id });
    return { by, input: { challenge_id, ...made(side, asked) } };
  }),
];
