// Asking for a second factor that one has, beside the password: a passkey, or a code where there is none at hand.
import { useState } from 'react';
import { askForPasskey } from '#contract/auth/passkeys.ts';
import type { Assertion } from '#contract/auth/webauthn.ts';
import { provePasskey } from '#src/kit/second-factor/passkeys.ts';
import { TextField, type TextFieldProps } from '#src/kit/ui/controls/text-field.tsx';
import { app } from '#src/realtime/app.ts';
import type { SecondFactorState } from './data.ts';
import { hindrance } from './passkey-place.ts';

export interface Answer {
  code?: string;
  recovery_code?: string;
  passkey?: Assertion;
}

export const NO_PASSKEY_USED = 'Nothing was changed: no passkey was used.';

export const hasFactor = ({ totp_since, passkeys }: SecondFactorState): boolean =>
  totp_since !== null || passkeys.length > 0;

export interface OwnFactor {
  readonly hasApp: boolean;
  readonly hasKey: boolean;
  /** The browser asks; otherwise a code is typed. */
  readonly byKey: boolean;
  turn(): void;
}

export function useOwnFactor(state: SecondFactorState): OwnFactor {
  const hasApp = state.totp_since !== null;
  const hasKey = state.passkeys.length > 0 && hindrance(state) === undefined;
  const [byCode, setByCode] = useState(false);
  return { hasApp, hasKey, byKey: hasKey && !byCode, turn: () => setByCode(!byCode) };
}

/** Undefined if the browser was asked, and nobody used a passkey. */
export async function answerOf({ byKey }: OwnFactor, typed: string): Promise<Answer | undefined> {
  if (!byKey) return anyCode(typed);
  const passkey = await provePasskey(await app.call(askForPasskey, {}));
  return typeof passkey === 'string' ? undefined : { passkey };
}

const anyCode = (code: string): Answer => {
  const plain = code.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(plain) ? { code: plain } : { recovery_code: code };
};

interface OwnFactorFieldProps extends Omit<TextFieldProps, 'label'> {
  factor: OwnFactor;
  /** Recovery codes do not do. */
  appOnly?: boolean;
}

export function OwnFactorField({ factor, appOnly = false, ...field }: OwnFactorFieldProps) {
  const { hasApp, hasKey, byKey, turn } = factor;
  const label = appOnly ? 'Code from the app' : hasApp ? 'Code from the app, or a recovery code' : 'Recovery code';
  return (
    <>
      {byKey ? (
        <p className="ll-muted">Your browser then asks for a passkey, to be sure that it is you.</p>
      ) : (
        <TextField label={label} autoComplete="one-time-code" spellCheck={false} maxLength={60} {...field} />
      )}
      {hasKey && (hasApp || !appOnly) ? (
        <button type="button" className="ll-link ll-second-other" onClick={turn}>
          {byKey ? 'Use a code instead' : 'Use a passkey instead'}
        </button>
      ) : null}
    </>
  );
}
