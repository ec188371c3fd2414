// Light, dark or as the system says: the choice of this device, shown on <html>. The accent belongs to the company and is
// only remembered here for the next first paint.
import { proxy } from 'valtio';
import { type Accent, type Appearance, readBoot, rememberBoot } from '#src/boot/boot-record.ts';

export type { Accent, Appearance };

const systemDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

const store = proxy<{ chosen: Appearance }>({ chosen: readBoot().appearance ?? 'system' });

/** Read it with `useSnapshot(appearance).chosen`; write it through `setAppearance` only. */
export const appearance: Readonly<{ chosen: Appearance }> = store;

function show(): void {
  const dark = store.chosen === 'dark' || (store.chosen === 'system' && systemDark?.matches === true);
  const { classList } = document.documentElement;
  classList.toggle('dark', dark);
  classList.toggle('light', !dark);
  const desk = getComputedStyle(document.documentElement).getPropertyValue('--sys-desk').trim();
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (meta && desk) meta.content = desk;
}

export function setAppearance(chosen: Appearance): void {
  store.chosen = chosen;
  rememberBoot({ appearance: chosen });
  show();
}

/**
 * The company's accent, so that the next start is painted in it at once. `repainted`: its colours are others under the same name. What
 * is shown already is not looked at again: that would make the browser reckon all styles at once, in the middle of a start.
 */
export function rememberAccent(accent: Accent, repainted = false): void {
  const { dataset } = document.documentElement;
  const before = dataset['accent'];
  rememberBoot({ accent });
  if (repainted || dataset['accent'] !== before) show();
}

/** Follows the system while the choice is `system`. Returns the way to stop. */
export function followSystemAppearance(): () => void {
  systemDark?.addEventListener('change', show);
  return () => systemDark?.removeEventListener('change', show);
}
