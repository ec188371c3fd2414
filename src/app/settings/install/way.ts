// How the app gets onto this device's home screen or desktop, as far as a page can tell. Pure.

export type Way =
  /** It runs as an app already. */
  | 'installed'
  /** The browser lets us ask. */
  | 'offered'
  /** Safari on iPhone and iPad: Share, then Add to Home Screen. */
  | 'ios'
  /** Another browser there: Safari has it for certain. */
  | 'ios-other'
  /** Safari on a Mac: Add to Dock. */
  | 'mac'
  /** Firefox on Android: in its menu. */
  | 'android-menu'
  /** Chromium that has not offered it (yet): in its menu. */
  | 'menu'
  /** This browser installs nothing. */
  | 'none';

export interface Seen {
  readonly userAgent: string;
  /** iPads say that they are Macs, which have no touch. */
  readonly maxTouchPoints: number;
  /** The window is an app's own. */
  readonly standalone: boolean;
  /** The browser has offered it to this page. */
  readonly offered: boolean;
  /** This kind of browser does. */
  readonly offers: boolean;
}

export function wayOf({ userAgent, maxTouchPoints, standalone, offered, offers }: Seen): Way {
  if (standalone) return 'installed';
  if (offered) return 'offered';
  const isMac = userAgent.includes('Macintosh');
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1))
    return isSafari(userAgent) ? 'ios' : 'ios-other';
  if (offers) return 'menu';
  if (/Android.*Firefox\//.test(userAgent)) return 'android-menu';
  return isMac && isSafari(userAgent) ? 'mac' : 'none';
}

/** Others there name themselves besides; pages inside of other apps leave `Safari` out. */
const isSafari = (userAgent: string): boolean =>
  /Version\/[\d.]+.* Safari\//.test(userAgent) &&
  !/CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo|YaBrowser|GSA\/|Chrome/.test(userAgent);

/** Of this page. `offered`: see offer.ts. */
export const seen = (offered: boolean): Seen => ({
  userAgent: navigator.userAgent,
  maxTouchPoints: navigator.maxTouchPoints,
  standalone:
    matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)')
      .matches || (navigator as { standalone?: boolean }).standalone === true,
  offered,
  offers: 'onbeforeinstallprompt' in globalThis,
});
