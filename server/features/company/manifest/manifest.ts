// The installed app under a company's name, with its logo and colour. Pure.
import { type ThemeName, themes } from '#contract/company.ts';

export interface Brand {
  readonly company_name: string;
  readonly color_theme: ThemeName;
  /** Address of a logo that has icons. */
  readonly logo: string | undefined;
}

/** What the build put beside the page: the app's own. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The ground and the desk of src/boot/boot.inline.css, in the light: systems paint with them before the app is there. */
const colours: Readonly<Record<(typeof themes)[ThemeName], { background_color: string; theme_color: string }>> = {
  lime: { background_color: '#f8faf3', theme_color: '#eef2e4' },
  violet: { background_color: '#fdfcfe', theme_color: '#f2f2f5' },
  green: { background_color: '#fbfefc', theme_color: '#ecf3ee' },
  orange: { background_color: '#fefcfb', theme_color: '#f6f0ea' },
};

export function companyManifest(own: Manifest, { company_name, color_theme, logo }: Brand): Manifest {
  const names = { name: company_name, short_name: company_name };
  return { ...own, ...names, ...colours[themes[color_theme]], ...(logo && { icons: iconsOf(logo) }) };
}

// Without a monochrome one: a logo is no silhouette, and ours would be another company's.
const iconsOf = (logo: string) => [
  { src: `${logo}?icon=192`, sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: `${logo}?icon=512`, sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: `${logo}?icon=maskable`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
