// What sounds share: one plays at a time, all at the speed that was chosen last. And what is said of what is no sound, or no film.
export const UNPLAYABLE = 'This cannot be played here.';

let turn: HTMLAudioElement | undefined;

/** Whatever plays makes room. */
export function takeTurn(element: HTMLAudioElement): void {
  if (turn !== element) turn?.pause();
  turn = element;
}

const speeds = [1, 1.5, 2] as const;
let chosen = 0;

export const speedOf = (): number => speeds[chosen] ?? 1;

export function nextSpeed(): number {
  chosen = (chosen + 1) % speeds.length;
  return speedOf();
}
