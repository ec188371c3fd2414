// What a form checks before anything is sent; the server checks again. Texts of the specification, section 5.
import { email, text } from '#contract/kernel/fields.ts';
import { check } from '#contract/kernel/schema.ts';

export const REQUIRED = 'This field is required';
export const INVALID_EMAIL = 'Invalid email address';

export const required = (value: string): string | undefined =>
  check(text(200, 1), value).issues ? REQUIRED : undefined;

export const emailAddress = (value: string): string | undefined =>
  required(value) ?? (check(email, value.trim()).issues ? INVALID_EMAIL : undefined);
