// What the tests of passkeys share: somebody's authenticator, and giving it what the server asks.
import * as passkeys from '#contract/auth/passkeys.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { Authenticator } from '#tests/kit/outside/authenticator.ts';

/** Of the pages of a server that was started without PUBLIC_URL on any free port. */
export const ORIGIN = 'http://localhost:0';

export const newKey = (options: { counts?: boolean; synced?: boolean } = {}): Authenticator =>
  new Authenticator({ origin: ORIGIN, ...options });

/** Adds a passkey of `key`. `answer`: of a second factor, for whoever has one. */
export async function addPasskey(
  client: TestClient,
  key = newKey(),
  name = 'Blue phone',
  answer: object = {},
): Promise<{ key: Authenticator; passkey_id: string; credential: string; recovery: string[] }> {
  const passkey = key.make(await client.call(passkeys.beginPasskey, { password: PASSWORD, ...answer }));
  const { passkey_id, recovery_codes } = await client.call(passkeys.addPasskey, { name, passkey });
  return { key, passkey_id, credential: passkey.credential, recovery: recovery_codes ?? [] };
}

/** For what asks for a second factor in an open session. */
export const proof = async (client: TestClient, key: Authenticator) =>
  key.prove(await client.call(passkeys.askForPasskey, {}));
