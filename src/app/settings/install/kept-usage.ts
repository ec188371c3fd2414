// What is counted of this device's use (usage.ts), kept in the small storage, where logging out leaves it.
import { readLocal, writeLocal } from '#src/offline/storage.ts';
import { started, type Usage, usageIn } from './usage.ts';

export const readUsage = (): Usage => usageIn(readLocal('install'));

function change(what: Partial<Usage>): void {
  writeLocal('install', { ...readUsage(), ...what });
}

/** To be called at each start of the app, by who is signed in. */
export const noteStart = (): void => change(started(readUsage(), new Date()));

export const noteSent = (): void => change({ sent: true });
export const decline = (): void => change({ declined: true });
export const noteAsked = (): void => change({ asked: true });
