// Takes away what index.html painted before the app was there. When, is decided here; how it looks, in boot.inline.css.
import { rememberSplashed, wasSplashed } from './boot-record.ts';

/** The logo of the first visit stands this long, counted from the start of loading: a slow network pays nothing on top. */
export const SPLASH_MS = 800;

let ended: Promise<void> | undefined;

/** To be called once the app has painted something. Later calls do nothing. Resolves when the splash is gone. */
export function endSplash(): Promise<void> {
  ended ??= leave();
  return ended;
}

async function leave(): Promise<void> {
  try {
    sessionStorage.removeItem('boot_failures');
  } catch {
    // See boot-record.ts: storage may be refused.
  }
  if (!wasSplashed()) {
    const left = SPLASH_MS - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    rememberSplashed();
  }
  // Asked for by index.html, beside the scripts: these may be quicker.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) await new Promise((done) => (link.onload = link.onerror = done));
  document.getElementById('splash')?.remove();
}
