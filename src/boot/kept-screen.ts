// What was on the screen when the app was last looked at, as it is kept for the next start: the worker puts it into the page
// (sw/kept-screen.ts), and kept-screen.inline.ts paints it before anything else is loaded. A tree of plain names and texts: no
// HTML is ever made of what people wrote.

/** An element: tag, attributes, where it was scrolled to if it was (px from its top and left), what is in it. */
export type KeptNode = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  scrolled: readonly [number, number] | 0,
  ...inside: (KeptNode | string)[],
];

export interface KeptScreen {
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
  readonly nodes: readonly KeptNode[];
}
