// Light, dark or as the system says: the choice of this device, shown on <html>. The accent belongs to the company and is
// only remembered here for the next first paint.
import { proxy } from 'valtio';
import { type Accent, type Appearance, readBoot, rememberBoot } from '#src/boot/boot-record.ts';

export type { Accent, Appearance };

const systemDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

const store = proxy<{ chosen: Appearance }>({ chosen: readBoot().appearance ?? 'system' });

/** Read it with `useSnapshot(appearance).chosen`; write it through `setAppearance` only. */
export const appearance: Readonly<{ chosen: Appearance }> = store;

const isDark = () => store.chosen === 'dark' || (store.chosen === 'system' && systemDark?.matches === true);

/** The accent that the browser's bar has the colour of; at first the page itself has seen to that (src/boot/boot.inline.ts). */
let worn = globalThis.document?.documentElement.dataset['accent'];

function show(): void {
  const { classList, dataset } = document.documentElement;
  const dark = isDark();
  classList.toggle('dark', dark);
  classList.toggle('light', !dark);
  worn = dataset['accent'];
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
  rememberBoot({ accent });
  if (repainted || document.documentElement.dataset['accent'] !== worn) show();
}

/** Follows the system while the choice is `system`. Returns the way to stop. */
export function followSystemAppearance(): () => void {
  // It may have changed since the page began.
  if (document.documentElement.classList.contains('dark') !== isDark()) show();
  systemDark?.addEventListener('change', show);
  return () => systemDark?.removeEventListener('change', show);
}
