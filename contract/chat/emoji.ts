// What may stand in a reaction: a part of the chat contract.
import * as v from 'valibot';

/**
 * One emoji, with or without the U+FE0F that asks for a picture: a flag, a keycap, or pictures that are joined. What nobody
 * sees stands in none but the flags of England, Scotland and Wales.
 */
export const emoji = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(
    /^(?:\p{RI}{2}|[\d#*]\ufe0f?\u20e3|🏴\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|\p{ExtPict}[\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)*)$/u,
    'Not an emoji',
  ),
);

/** With and without the U+FE0F that asks for a picture it is the same emoji: what two are compared by. */
export const plainEmoji = (one: string): string => one.replaceAll('\ufe0f', '');

/** Whatever stands on a message: what was taken for an emoji before may still go. */
export const emojiOrFormer = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^(?=.*[\p{ExtPict}\p{RI}\u20e3])[\p{ExtPict}\p{EComp}]+$/u, 'Not an emoji'),
);
