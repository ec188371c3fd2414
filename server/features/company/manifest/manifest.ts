// The installed app under a company's name, with its icon and colour. Pure.
import { groundsOf, ownAccent } from '#contract/company/accent.ts';
import { type ThemeName, themes } from '#contract/company.ts';

export interface Brand {
  readonly company_name: string;
  /** What the company calls the app, and what stands below its icon; null: as the company. */
  readonly app_name: string | null;
  readonly app_short_name: string | null;
  readonly color_theme: string;
  /** Address of a picture of which there are icons. */
  readonly icon: string | undefined;
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

export function companyManifest(own: Manifest, brand: Brand): Manifest {
  const { company_name, app_name, app_short_name, color_theme, icon } = brand;
  const name = app_name ?? company_name;
  const names = { name, short_name: app_short_name ?? name };
  return { ...own, ...names, ...coloursOf(color_theme), ...(icon && { icons: iconsOf(icon) }) };
}

function coloursOf(color_theme: string): { background_color: string; theme_color: string } {
  const accent = ownAccent(color_theme);
  if (!accent) return colours[themes[color_theme as ThemeName] ?? 'lime'];
  const { desk, ground } = groundsOf(accent);
  return { background_color: ground, theme_color: desk };
}

// Without a monochrome one: a picture is no silhouette, and ours would be another company's.
const iconsOf = (picture: string) => [
  { src: `${picture}?icon=192`, sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: `${picture}?icon=512`, sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: `${picture}?icon=maskable`, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
