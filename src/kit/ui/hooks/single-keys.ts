// Whether single characters are shortcuts: on until somebody switches them off on this device.
import { proxy } from 'valtio';
import { readBoot, rememberBoot } from '#src/boot/boot-record.ts';

const store = proxy({ on: readBoot().single_keys !== false });

/** Read it with `useSnapshot(singleKeys).on`; write it through `setSingleKeys` only. */
export const singleKeys: Readonly<{ on: boolean }> = store;

export function setSingleKeys(on: boolean): void {
  store.on = on;
  rememberBoot({ single_keys: on });
}
