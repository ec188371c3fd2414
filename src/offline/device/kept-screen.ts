// What was on the screen when the app was last looked at, as it is kept for the next start: the page hands it to the worker, which
// keeps it and puts it into the next page (sw/shell/kept-screen.ts); kept-screen.inline.ts paints it before anything else is loaded.

/** What it is of: whether it may be shown. */
export interface KeptOf {
  /** Whose it is: `COMPANY/EMPLOYEE`. */
  readonly account: string;
  /** The address of the app's entry: another build has other styles. */
  readonly build: string;
  /** CSS pixels of the window. */
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
  /** The day on which it was kept, as Date.toDateString says it: by the next one "Today" is wrong. */
  readonly day: string;
}

export interface KeptScreen extends KeptOf {
  /**
   * Elements and texts, for the browser's own parser: a script that makes them one by one takes four times as long. Written by
   * keep-screen.ts alone, from lists of what may stand in it, with every text and value escaped. `data-kept-at` says where an
   * element was scrolled to: px from its top and left.
   */
  readonly html: string;
}

export const KEEP_SCREEN = 'KEEP_SCREEN';

/** From a page to the worker. */
export interface ScreenMessage {
  readonly type: typeof KEEP_SCREEN;
  /** Whose it is, as in KeptOf. */
  readonly account: string;
  /** For whoever starts at one of these; none: nothing is to be kept any more. */
  readonly paths: readonly string[];
  /** A KeptScreen as JSON. */
  readonly text: string;
}
