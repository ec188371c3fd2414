// What may stand in a reaction: a part of the chat contract.
import * as v from 'valibot';

/** An emoji: one grapheme of at most 32 UTF-16 units, without letters, digits alone or spaces. */
export const emoji = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\u200d|\ufe0f)+$/u, 'Not an emoji'),
  v.regex(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u, 'Not an emoji'),
);
