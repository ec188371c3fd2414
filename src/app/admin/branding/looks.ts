// How a theme looks in each appearance, in plain colours: for its card, the preview and the readability check. Those of the four are
// Radix' and tokens.css's; the company's own are made of its accent. Pure.
import { contrast, type Hex, ownAccent, scaleOf } from '#contract/company/accent.ts';
import { type ThemeName, themes } from '#contract/company.ts';

export interface Look {
  readonly solid: Hex;
  /** Written on it. */
  readonly on: Hex;
  readonly tint: Hex;
  readonly tintText: Hex;
  readonly link: Hex;
  /** The light in selected things, and what it lies on. */
  readonly spot: Hex;
  readonly knobGround: Hex;
  readonly sheet: Hex;
  readonly text: Hex;
  readonly muted: Hex;
  readonly line: Hex;
}
export type Appearance = 'light' | 'dark';

const INK = '#1d211c';
const common = {
  light: { knobGround: INK, sheet: '#ffffff', text: INK, muted: '#60655f', line: '#dfe2df' },
  dark: { knobGround: INK, sheet: '#171916', text: '#eceeec', muted: '#afb5ad', line: '#373a36' },
} as const;

type Accent = Pick<Look, 'solid' | 'on' | 'tint' | 'tintText' | 'link' | 'spot'>;
const of = (solid: Hex, on: Hex, tint: Hex, tintText: Hex, link: Hex, spot: Hex): Accent => ({
  solid,
  on,
  tint,
  tintText,
  link,
  spot,
});
const known: Readonly<Record<(typeof themes)[ThemeName], Readonly<Record<Appearance, Accent>>>> = {
  lime: {
    light: of('#bdee63', INK, '#eef6d6', '#37401c', '#4f6a12', '#bdee63'),
    dark: of('#bdee63', INK, '#29371d', '#e3f7ba', '#bde56c', '#bdee63'),
  },
  violet: {
    light: of('#6e56cf', '#ffffff', '#f4f0fe', '#2f265f', '#6550b9', '#baa7ff'),
    dark: of('#6e56cf', '#ffffff', '#33255b', '#e2ddfe', '#baa7ff', '#baa7ff'),
  },
  green: {
    light: of('#30a46c', INK, '#e6f6eb', '#193b2d', '#16774a', '#3dd68c'),
    dark: of('#30a46c', INK, '#113b29', '#b1f1cb', '#3dd68c', '#3dd68c'),
  },
  orange: {
    light: of('#f76b15', INK, '#ffefd6', '#582d1d', '#b04300', '#ffa057'),
    dark: of('#f76b15', INK, '#462100', '#ffe0c2', '#ffa057', '#ffa057'),
  },
};

/** Lime for a name that nobody knows. */
export function lookOf(theme: string, appearance: Appearance): Look {
  const own = ownAccent(theme);
  if (!own) return { ...common[appearance], ...known[themes[theme as ThemeName] ?? 'lime'][appearance] };
  const { steps, contrast: on, spot } = scaleOf(own, appearance);
  const at = (step: number): Hex => steps[step - 1] ?? own;
  return {
    ...common[appearance],
    ...of(own, on, at(appearance === 'light' ? 3 : 4), at(12), at(11), spot),
  };
}

export interface Check {
  readonly label: string;
  readonly front: Hex;
  readonly back: Hex;
  readonly ratio: number;
  readonly needs: number;
}

/** What is read or seen on what: WCAG 2.2 AA asks 4.5 of text and 3 of signs. */
export function checksOf({ solid, on, tint, tintText, link, spot, knobGround, sheet }: Look, name: string): Check[] {
  const check = (label: string, front: Hex, back: Hex, needs: number): Check => ({
    label,
    front,
    back,
    needs,
    ratio: contrast(front, back),
  });
  return [
    check(`Button label on ${name.toLowerCase()}`, on, solid, 4.5),
    check('Link on the page', link, sheet, 4.5),
    check('Text on tint', tintText, tint, 4.5),
    check('Switch knob on ink', spot, knobGround, 3),
  ];
}
