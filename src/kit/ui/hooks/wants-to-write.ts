// Whether who opens a conversation is about to write in it: with the mouse, or from where people are chosen to be written to. Who
// goes by the keyboard, with a finger or by a link comes to read, and begins at the heading (app/routing/route-focus.ts).
let wants = false;

addEventListener('pointerdown', ({ pointerType }) => (wants = pointerType === 'mouse'), { capture: true });
// What is typed at once, while the conversation is on its way, is meant for it.
addEventListener('keydown', ({ key }) => (wants &&= key.length === 1), { capture: true });

export const wantsToWrite = (): boolean => wants;

/** The conversation that is opened next is to be written in. */
export function writeNext(): void {
  wants = true;
}
