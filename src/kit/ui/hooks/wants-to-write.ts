// Whether who opens a conversation is about to write in it: with the mouse, or from where people are chosen to be written to. Who
// goes by the keyboard, with a finger or by a link comes to read, and begins at the heading (app/routing/route-focus.ts).

/** A conversation that was asked for longer ago was not asked for so; a slow device takes that long to open one. Milliseconds. */
const WHILE_MS = 5_000;

let until = 0;
let byFinger = false;

addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    byFinger = pointerType !== 'mouse';
    until = byFinger ? 0 : performance.now() + WHILE_MS;
  },
  { capture: true },
);
addEventListener('keydown', () => (until = 0), { capture: true });

export const wantsToWrite = (): boolean => performance.now() < until;

/** The conversation that is opened now is to be written in; with a finger the keyboard would cover it. */
export function writeNext(): void {
  if (!byFinger) until = performance.now() + WHILE_MS;
}
