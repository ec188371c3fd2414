// Asking this browser for a passkey: to make one, or to prove that there is one. The library comes when it is needed.
import type { Assertion, AssertionRequest, Attestation, Creation } from '#contract/auth/webauthn.ts';

/**
 * Why there is no answer. `cancelled`: the person said no, or nothing until it was too late. `known`: this device has one already.
 * `unable`: it cannot, or not on this page.
 */
export type NoPasskey = 'cancelled' | 'known' | 'unable';

/** False in browsers that know nothing of passkeys, and on pages that no browser has any for: without https, or of a bare number. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname);

const library = () => import('@simplewebauthn/browser');
const known = (list: Creation['exclude']) =>
  list.map(({ credential, transports }) => ({ id: credential, type: 'public-key' as const, transports }));

/** Shows the browser's own question. */
export async function makePasskey(asked: Creation): Promise<Attestation | NoPasskey> {
  const { challenge, rp_id, rp_name, user_handle, user_name, display_name, algorithms, exclude, timeout } = asked;
  const { startRegistration } = await library();
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rp_id, name: rp_name },
        user: { id: user_handle, name: user_name, displayName: display_name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known(exclude),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
        timeout,
      },
    });
    const { clientDataJSON: client_data, attestationObject: attestation_object, transports = [] } = response;
    return { credential: id, client_data, attestation_object, transports: transports.slice(0, 8) };
  } catch (error) {
    return reasonOf(error);
  }
}

/** Shows the browser's own question. */
export async function provePasskey({
  challenge,
  rp_id,
  allow,
  timeout,
}: AssertionRequest): Promise<Assertion | NoPasskey> {
  const { startAuthentication } = await library();
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: { challenge, rpId: rp_id, allowCredentials: known(allow), userVerification: 'required', timeout },
    });
    const { clientDataJSON: client_data, authenticatorData: authenticator_data, signature, userHandle } = response;
    return { credential: id, client_data, authenticator_data, signature, user_handle: userHandle || null };
  } catch (error) {
    return reasonOf(error);
  }
}

/** The library wraps what the browser throws, and keeps its name. */
function reasonOf(error: unknown): NoPasskey {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'InvalidStateError' ? 'known' : 'unable';
}
