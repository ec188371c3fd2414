// What the server is told of the device that one is at. Pure: what the browser says is handed in.
import type { DeviceInfo, PushInfo } from '#contract/notifications/device.ts';

export interface Surroundings {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Started from the home screen, in a window of its own. */
  readonly installed: boolean;
  readonly push: PushInfo;
  readonly debug: DeviceInfo['notification_debug'];
}

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

export const systemOf = ({ userAgent, touchPoints }: Pick<Surroundings, 'userAgent' | 'touchPoints'>): string => {
  const name = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Other';
  // An iPad says that it is a Mac; no Mac is touched.
  return name === 'macOS' && touchPoints > 1 ? 'iOS' : name;
};

/** "Chrome on Windows": what somebody knows a device by of which only this is left. */
export function nameOfAgent(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Unknown browser';
  const system = systemOf({ userAgent, touchPoints: 0 });
  return system === 'Other' ? browser : `${browser} on ${system}`;
}

export function deviceInfoOf(here: Surroundings): DeviceInfo {
  const { userAgent, installed, push, debug } = here;
  const os = systemOf(here);
  const found = BROWSERS.find(([sign]) => sign.test(userAgent));
  return {
    app_type: installed ? 'installed' : 'web',
    os,
    browser: found?.[1] ?? 'Other',
    browser_version: found?.[0].exec(userAgent)?.[1]?.slice(0, 60) ?? '',
    is_mobile: os === 'Android' || os === 'iOS',
    push,
    notification_debug: debug,
  };
}
