// Where links in mails lead. Never from the Host header: whoever sends a request decides what stands there.
import type { Config } from '../../platform/config/config.ts';

/** Origin without a slash at the end. Without PUBLIC_URL it is this machine, as the ready line says. */
export const appUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;
