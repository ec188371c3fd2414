// From the name of a company's colour theme (specification, section 4) to the accent of the theme root.
import { type ThemeName, themes } from '#contract/company.ts';
import type { Accent } from '#src/boot/boot-record.ts';

export const isThemeName = (name: unknown): name is ThemeName =>
  typeof name === 'string' && Object.hasOwn(themes, name);

/** Lime for `default` and for every name that is not known. */
export function accentOf(name: unknown): Accent {
  return isThemeName(name) ? themes[name] : 'lime';
}
