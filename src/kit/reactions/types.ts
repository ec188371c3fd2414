// What a reaction is to the screen: one emoji under one message, post or comment.

export interface Reaction {
  emoji: string;
  /** How many people. */
  count: number;
  /** Whether the person at this screen is among them. */
  mine: boolean;
  /** Some of their names, the person's own as 'You'; for the tooltip. */
  names?: readonly string[];
}
