// What a form checks before anything is sent; the server checks again. Texts of the specification, section 5.
import { isEmail } from '#contract/kernel/fields.ts';
import { PHONE } from '#contract/phone.ts';

export const REQUIRED = 'This field is required';
export const INVALID_EMAIL = 'Invalid email address';
const INVALID_PHONE = 'Invalid phone number';

export const required = (value: string): string | undefined => (value.trim() ? undefined : REQUIRED);

export const emailAddress = (value: string): string | undefined =>
  required(value) ?? (isEmail(value.trim()) ? undefined : INVALID_EMAIL);

/** Or none. */
export const phoneNumber = (value: string): string | undefined =>
  PHONE.test(value.trim()) ? undefined : INVALID_PHONE;
