// Whether what an authenticator says is true: signature, origin, name and what it was asked for, read by the library.
//
// It is loaded when the first passkey comes: it takes 28 MB, and many servers never see one.
import type { Assertion, Attestation } from '#contract/auth/webauthn.ts';
import type { NewPasskey, PasskeyRow } from './passkey-repo.ts';
import type { PasskeyPlace } from './place.ts';

/** COSE, what is liked best first: ES256, which all can, EdDSA, RS256, which Windows had long. */
export const ALGORITHMS = [-7, -8, -257];

/** When something is asked for, so that it is there when the answer comes. Waits for nothing; the answer will tell if it fails. */
export const warmUp = (): void => void Promise.all([library(), helpers()]).catch(() => undefined);
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** The passkey that was made; undefined unless all of it is right, and the person was verified. */
export async function readAttestation(
  { rp_id, origin }: PasskeyPlace,
  given: Attestation,
  challenge: Buffer,
): Promise<NewPasskey | undefined> {
  const { credential: id, client_data, attestation_object, transports } = given;
  try {
    if (!(await isPlain(attestation_object))) return undefined;
    const { registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation_object },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.credential.id !== id) return undefined;
    const { credential, credentialDeviceType: device_type, credentialBackedUp: backed_up } = registrationInfo;
    const [credential_id, public_key] = [Buffer.from(id, 'base64url'), Buffer.from(credential.publicKey)];
    return { credential_id, public_key, transports, counter: credential.counter, device_type, backed_up };
  } catch {
    return undefined;
  }
}

/**
 * Without certificates of who made the authenticator: we ask for none, and to judge them the library would go to addresses that
 * stand in them.
 */
async function isPlain(attestation_object: string): Promise<boolean> {
  const decoded = (await helpers()).decodeAttestationObject(Buffer.from(attestation_object, 'base64url'));
  const kind = decoded.get('fmt');
  return kind === 'none' || (kind === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** How often the authenticator says it has signed; undefined unless all is right, and the person was verified. */
export async function readAssertion(
  { rp_id, origin }: PasskeyPlace,
  given: Assertion,
  row: PasskeyRow,
  challenge: Buffer,
): Promise<{ counter: number; backed_up: boolean } | undefined> {
  const { credential: id, client_data, authenticator_data, signature } = given;
  try {
    const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rp_id,
      requireUserVerification: true,
      // It would compare before it has looked at the signature: whoever can sign nothing could make us record a copy.
      credential: { id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
