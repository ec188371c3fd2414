// What tells a push service that a push takes the place of an earlier one (RFC 8030, 5.4).
import { createHmac } from 'node:crypto';
import type { PushKeys } from './keys.ts';

/** The push service learns only that it is the same notification again, not which. */
export const topicOf = (tag: string, { privateKey }: PushKeys): string =>
  createHmac('sha256', privateKey).update(tag).digest('base64url').slice(0, 32);
