// What was chosen in each conversation and not sent yet; a reload forgets it.
import { keepPage } from '#src/offline/device/busy.ts';
import type { Chosen } from './chosen.ts';

const trays = new Map<string, readonly Chosen[]>();
let letPage: (() => void) | undefined;

export const inTray = (addressKey: string): readonly Chosen[] => trays.get(addressKey) ?? [];

/** The page is not left for a new version while something lies in one of them. */
export function lay(addressKey: string, files: readonly Chosen[]): void {
  if (files.length) trays.set(addressKey, files);
  else trays.delete(addressKey);
  if (trays.size) letPage ??= keepPage();
  else {
    letPage?.();
    letPage = undefined;
  }
}
