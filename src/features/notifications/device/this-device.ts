// What this device remembers of itself while somebody is signed in here: its id, and what was said about notifications. Goes
// with the session.
import { v7 as uuid } from 'uuid';
import { readLocal, writeLocal } from '#src/offline/storage.ts';

interface ThisDevice {
  readonly device_id: string;
  /** Switched off here, though the browser would allow it. */
  readonly off?: boolean;
  /** Asked once and declined: not asked again. */
  readonly declined?: boolean;
  /** What the server was told last, but for its address, and in which session. */
  readonly told?: string;
  /** When Firebase Cloud Messaging did not work here, by this device's clock. */
  readonly fcm_failed_at?: number;
}

export function thisDevice(): ThisDevice {
  const kept = readLocal('device') as Partial<ThisDevice> | null | undefined;
  if (typeof kept?.device_id === 'string') return kept as ThisDevice;
  const made = { device_id: uuid() };
  writeLocal('device', made);
  return made;
}

export function noteOfDevice(change: Partial<Omit<ThisDevice, 'device_id'>>): void {
  writeLocal('device', { ...thisDevice(), ...change });
}
