// From one secret another for one purpose, so that what one signs the other does not accept.
import { createHmac } from 'node:crypto';

export const derive = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');
