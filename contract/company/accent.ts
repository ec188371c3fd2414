// A company's own accent: any colour, made readable, and the twelve steps of it that the look is built of, light and dark. Pure,
// for the server that refuses what nobody could read and the client that shows it before it is saved.

/** The ink of design.md 2: on light accents labels are written with it, on the others in white. */
const INK = '#1d211c';
const WHITE = '#ffffff';
/** WCAG 2.2 AA, of text. */
export const AA = 4.5;

/** `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

const OWN = /^Custom_([0-9a-f]{6})$/;
/** The name that a theme of one's own has on the wire: `Custom_0b6bcb`. */
export const ownName = (accent: Hex): string => `Custom_${accent.slice(1)}`;
/** The accent in such a name; undefined for every other one. */
export function ownAccent(name: unknown): Hex | undefined {
  const [, digits] = (typeof name === 'string' && OWN.exec(name)) || [];
  return digits === undefined ? undefined : `#${digits}`;
}

/** What people type: with or without `#`, three digits or six, in any case. Undefined if it is no colour. */
export function readHex(typed: string): Hex | undefined {
  const digits = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(typed)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

type Three = readonly [number, number, number];

const channels = (hex: Hex): Three => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never;
const toLinear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number): number => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

function luminance(hex: Hex): number {
  const [r, g, b] = channels(hex).map(toLinear) as never as Three;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG: 1 to 21. */
export function contrast(a: Hex, b: Hex): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** What is written on it: ink or white, whichever reads better. */
export const textOn = (accent: Hex): Hex => (contrast(INK, accent) >= contrast(WHITE, accent) ? INK : WHITE);
export const isReadable = (accent: Hex): boolean => contrast(textOn(accent), accent) >= AA;

/** Lightness 0 to 1, chroma, hue in radians (OKLCH). */
interface Colour {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

function toColour(hex: Hex): Colour {
  const [r, g, b] = channels(hex).map(toLinear) as never as Three;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const k = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, k), h: Math.atan2(k, a) };
}

function linearOf({ l, c, h }: Colour): Three {
  const [a, k] = [c * Math.cos(h), c * Math.sin(h)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * k) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * k) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * k) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

/** As vivid as screens can show it: too much chroma is taken back until all channels fit. */
function toHex(colour: Colour): Hex {
  let { c } = colour;
  let linear = linearOf(colour);
  while (c > 0 && linear.some((one) => one < -0.0005 || one > 1.0005)) {
    c = Math.max(0, c - 0.004);
    linear = linearOf({ ...colour, c });
  }
  const digits = linear.map((one) => {
    const byte = Math.round(toGamma(Math.min(1, Math.max(0, one))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

const STEP = 0.004;
/** The nearest lightness in that direction at which `reads` holds; the last one there is if none does. */
function moved(colour: Colour, by: number, reads: (hex: Hex) => boolean): Colour {
  let at = colour;
  while (!reads(toHex(at)) && at.l + by > 0 && at.l + by < 1) at = { ...at, l: at.l + by };
  return at;
}

/**
 * The nearest colour of the same hue on which a label reads (4.5:1). Between the colours that ink reads on and those that white
 * reads on is a narrow gap; whoever chose something in it gets its edge that is nearer.
 */
export function readable(accent: Hex): Hex {
  if (isReadable(accent)) return accent;
  const start = toColour(accent);
  const [lighter, darker] = [moved(start, STEP, isReadable), moved(start, -STEP, isReadable)];
  return toHex(lighter.l - start.l <= start.l - darker.l ? lighter : darker);
}

/** Of one appearance. `steps` as Radix numbers them, 1 to 12; `spot` is the light in selected things. */
export interface Scale {
  readonly steps: readonly Hex[];
  readonly contrast: Hex;
  readonly spot: Hex;
}

/** Lightness and share of the chroma of the steps 1 to 8. */
const LIGHT = [0.993, 0.982, 0.962, 0.937, 0.905, 0.868, 0.818, 0.748];
const DARK = [0.178, 0.213, 0.254, 0.293, 0.333, 0.378, 0.442, 0.525];
const SHARE = [0.03, 0.06, 0.14, 0.24, 0.34, 0.44, 0.55, 0.68];
/** Grounds that step 11 is read on: the sheet and the desk in the light, cards in the dark (design.md 2). */
const GROUNDS = { light: [WHITE, '#eff1ef'], dark: ['#20221f', '#171916'] } as const;

export function scaleOf(accent: Hex, appearance: 'light' | 'dark'): Scale {
  const base = toColour(accent);
  const dark = appearance === 'dark';
  const low = (dark ? DARK : LIGHT).map((l, at) => toHex({ ...base, l, c: base.c * (SHARE[at] ?? 1) }));
  const [, , tint = WHITE, selected = WHITE] = low;
  const reads = (hex: Hex) => [...GROUNDS[appearance], tint].every((ground) => contrast(hex, ground) >= AA + 0.05);
  const link = moved({ ...base, l: dark ? 0.72 : Math.min(base.l, 0.56) }, dark ? STEP : -STEP, reads);
  const readsWell = (hex: Hex) => contrast(hex, selected) >= 7;
  const text = moved({ ...base, l: dark ? 0.9 : 0.36, c: base.c * 0.5 }, dark ? STEP : -STEP, readsWell);
  const pressed = { ...base, l: base.l + (textOn(accent) === INK ? -0.025 : -0.03) };
  return {
    steps: [...low, accent, toHex(pressed), toHex(link), toHex(text)],
    contrast: textOn(accent),
    spot: toHex(moved({ ...base, l: Math.max(base.l, 0.78) }, STEP, (hex) => contrast(hex, INK) >= 7)),
  };
}

/** The desk and the ground behind the page in the light, as colours of a system that paints before the app is there. */
export function groundsOf(accent: Hex): { desk: Hex; ground: Hex } {
  const [, ground = WHITE, tint = WHITE] = scaleOf(accent, 'light').steps;
  const [t, o] = [toColour(tint), toColour('#eff1ef')];
  return { desk: toHex({ ...t, l: t.l * 0.38 + o.l * 0.62, c: t.c * 0.38 }), ground };
}
