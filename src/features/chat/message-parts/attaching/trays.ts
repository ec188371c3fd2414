// What was chosen in each conversation and not sent yet; a reload forgets it.
import { keepPage, unsavedForms } from '#src/offline/device/busy.ts';
import type { Chosen } from './chosen.ts';

const trays = new Map<string, readonly Chosen[]>();
/** Of the conversations that are open. */
const shown = new Map<string, (files: readonly Chosen[]) => void>();
let letPage: (() => void) | undefined;

/** Of messages that are being put on the disk, or are: what is written or scheduled meanwhile goes without them. */
const leaving = new Set<string>();
export const isLeft = ({ file_id }: Chosen): boolean => !leaving.has(file_id);
export function leave(files: readonly Chosen[]): void {
  for (const { file_id } of files) leaving.add(file_id);
}

export const inTray = (addressKey: string): readonly Chosen[] => trays.get(addressKey) ?? [];

/** The page is not left for a new version while something lies in one of them, and for nothing else without a question. */
export function lay(addressKey: string, files: readonly Chosen[]): void {
  if (files.length) trays.set(addressKey, files);
  else trays.delete(addressKey);
  if (trays.size) {
    letPage ??= keepPage();
    unsavedForms.add(trays);
  } else {
    letPage?.();
    letPage = undefined;
    unsavedForms.delete(trays);
  }
}

/** Like `lay`, and whoever shows this tray by now hears of it: what began in a conversation may end after one has left it. */
export function putInto(addressKey: string, files: readonly Chosen[]): void {
  lay(addressKey, files);
  shown.get(addressKey)?.(files);
}

/** Returns the way to end it. */
export function followTray(addressKey: string, show: (files: readonly Chosen[]) => void): () => void {
  shown.set(addressKey, show);
  return () => {
    if (shown.get(addressKey) === show) shown.delete(addressKey);
  };
}
