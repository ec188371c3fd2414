// A company's own accent, worn: a stylesheet made of its twelve steps that lies over the theme. Fetched only where a company has one.
// The next start puts the same sheet on before anything is painted (src/boot/boot.inline.ts).
import { groundsOf, type Hex, ownAccent, scaleOf } from '#contract/company/accent.ts';
import { localStorageForPersister as kept } from '#src/offline/storage.ts';

/** Read by src/boot/boot.inline.ts, too. */
const KEY = 'accent_css';

/** Takes the one before off. A theme that is none of the company's own leaves nothing. */
export function wear(theme: unknown): void {
  const css = cssOfTheme(theme);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css ? [sheet] : [];
  // Without storage the next start is painted in lime until the company is known.
  if (css) kept.setItem(KEY, css);
  else kept.removeItem(KEY);
}

/** The sheet of a theme that is a company's own; '' for the others. */
export function cssOfTheme(theme: unknown): string {
  const accent = ownAccent(theme);
  return accent ? cssOf(accent) : '';
}

/** The custom properties of one appearance, as Radix and tokens.css name them. */
function accentProperties(accent: Hex, appearance: 'light' | 'dark'): Record<`--${string}`, string> {
  const { steps, contrast, spot } = scaleOf(accent, appearance);
  const numbered = steps.flatMap((step, at) => [
    [`--accent-${at + 1}`, step],
    [`--accent-a${at + 1}`, step],
  ]);
  return {
    ...(Object.fromEntries(numbered) as Record<`--${string}`, string>),
    '--accent-contrast': contrast,
    '--accent-surface': steps[1] ?? '',
    ...(appearance === 'light' ? { '--ll-spot': spot } : { '--ll-solid': spot }),
  };
}

function cssOf(accent: Hex): string {
  const block = (selector: string, properties: object) =>
    `${selector}{${Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`;
  const { desk, ground } = groundsOf(accent);
  const { contrast, spot } = scaleOf(accent, 'light');
  return [
    block('html', { '--sys-primary': accent, '--sys-on-primary': contrast, '--sys-spot': spot }),
    block('html.light[data-accent]', { '--sys-desk': desk, '--sys-ground': ground }),
    block('html.light :is(#root,#kept-screen)>.radix-themes', accentProperties(accent, 'light')),
    block('html.dark :is(#root,#kept-screen)>.radix-themes', accentProperties(accent, 'dark')),
  ].join('');
}
