// What a browser calls itself, in words.

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];
/** The first that fits: most browsers also say what they are like. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\/([\d.]+)/, 'Edge'],
  [/OPR\/([\d.]+)/, 'Opera'],
  [/SamsungBrowser\/([\d.]+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/([\d.]+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari/, 'Safari'],
];

/** 'Windows', or 'Other'. `touchPoints`: of the screen. */
export const systemOf = ({ userAgent, touchPoints }: { userAgent: string; touchPoints: number }): string => {
  const name = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Other';
  // An iPad says that it is a Mac; no Mac is touched.
  return name === 'macOS' && touchPoints > 1 ? 'iOS' : name;
};

/** Undefined if it is none that is known. */
export function browserOf(userAgent: string): { name: string; version: string } | undefined {
  for (const [sign, name] of BROWSERS) {
    const found = sign.exec(userAgent);
    if (found) return { name, version: found[1] ?? '' };
  }
  return undefined;
}

/** "Chrome on Windows": what somebody knows a device by of which only this is left. */
export function nameOfAgent(userAgent: string): string {
  const browser = browserOf(userAgent)?.name ?? 'Unknown browser';
  const system = systemOf({ userAgent, touchPoints: 0 });
  return system === 'Other' ? browser : `${browser} on ${system}`;
}
