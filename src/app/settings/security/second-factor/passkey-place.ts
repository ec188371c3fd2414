// Whether passkeys are to be had in this browser, on this page, and if not, why, in words.
import { canUsePasskeys } from '#src/kit/second-factor/passkeys.ts';
import type { SecondFactorState } from './data.ts';

const SERVER = {
  not_secure: 'Passkeys need Limelight to be opened over https. Whoever runs it at your company can set that up.',
  ip_address:
    'Passkeys need Limelight to be opened under a name, not under a number. Whoever runs it at your company can set that up.',
} as const;

/** A sentence, or undefined where nothing is in the way. */
export function hindrance({ passkey_origin, no_passkeys }: SecondFactorState): string | undefined {
  if (no_passkeys) return SERVER[no_passkeys];
  if (passkey_origin && passkey_origin !== window.location.origin)
    return `Passkeys work when you open Limelight at ${passkey_origin}.`;
  return canUsePasskeys() ? undefined : 'This browser does not have passkeys.';
}
