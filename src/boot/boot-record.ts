// The two small records that are read before anything else is loaded: `boot` (colours, which shell, which keys) and
// `splashed` (specification, section 4). The only other reader is src/boot/boot.inline.ts; nothing else belongs in here.
import { readLocal, writeLocal } from '#src/offline/storage.ts';

export type Accent = 'lime' | 'violet' | 'green' | 'orange';
export type Appearance = 'light' | 'dark' | 'system';

export interface BootRecord {
  accent?: Accent;
  appearance?: Appearance;
  /** The last start ended in the signed-in shell: its frame is painted at once. */
  signed_in?: boolean;
  /** False: single characters are no shortcuts. */
  single_keys?: boolean;
}

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]): Value | undefined =>
  values.find((known) => known === value);

/** The record as it was left; what is broken in it counts as not there. */
export function readBoot(): BootRecord {
  const kept: unknown = readLocal('boot');
  const record = typeof kept === 'object' && kept !== null ? kept : {};
  const accent = 'accent' in record ? oneOf(record.accent, ['lime', 'violet', 'green', 'orange']) : undefined;
  const appearance = 'appearance' in record ? oneOf(record.appearance, ['light', 'dark', 'system']) : undefined;
  return {
    ...(accent ? { accent } : {}),
    ...(appearance ? { appearance } : {}),
    ...('signed_in' in record && record.signed_in === true ? { signed_in: true } : {}),
    ...('single_keys' in record && record.single_keys === false ? { single_keys: false } : {}),
  };
}

/**
 * Merges into the record and shows the accent on <html>, where the inlined style reads it. What changes nothing is not written: a tab
 * sees what another one has written a moment late, and would write over the looks that are left there for the next page.
 */
export function rememberBoot(change: BootRecord): void {
  const known = readBoot();
  const next = { ...known, ...change };
  if (!isSame(known, next)) writeLocal('boot', next);
  document.documentElement.dataset['accent'] = next.accent ?? 'lime';
}

/** What is not in a record is as it is by default. */
const isSame = (one: BootRecord, other: BootRecord): boolean =>
  one.accent === other.accent &&
  one.appearance === other.appearance &&
  Boolean(one.signed_in) === Boolean(other.signed_in) &&
  (one.single_keys ?? true) === (other.single_keys ?? true);

export const wasSplashed = (): boolean => readLocal('splashed') === true;
/** Leaves the string `true`, as the specification has it. */
export const rememberSplashed = (): void => void writeLocal('splashed', true);
