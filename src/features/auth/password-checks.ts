// What is checked of a new password before it is sent; the server, which knows the company's rule, checks again.
import type { Texts } from '#src/api/error-text.ts';
import { REQUIRED } from '#src/kit/ui/form/checks.ts';
import { authTexts } from './messages.ts';

/** What no company asks less than (specification, section 5), and what a new one asks for. */
const FLOOR = 6;
const OF_NEW_COMPANY = 8;

const atLeast =
  (minimum: number) =>
  (value: string): string | undefined => {
    if (!value) return REQUIRED;
    return [...value].length < minimum ? tooShort(minimum) : undefined;
  };

/** In a company that is there: how much it asks for only the server knows, and says with its answer. */
export const newPassword = atLeast(FLOOR);
/** Of whoever founds a company. */
export const firstPassword = atLeast(OF_NEW_COMPANY);

const tooShort = (minimum: number): string => `This password is too short. Use at least ${minimum} characters.`;

/** The sentences of forms that set a password: how long it has to be, the company says with its answer. */
export const passwordTexts: Texts = {
  ...authTexts,
  AUTH_PASSWORD_SHORT: (data) => tooShort((data as { minimum?: number } | undefined)?.minimum ?? FLOOR),
};

export const samePassword = (value: string, values: { password: string }): string | undefined =>
  value === values.password ? undefined : authTexts.AUTH_PASSWORD_MISMATCH;
