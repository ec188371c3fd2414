// A time that was said by itself, behind another word.

/** Of a relative time (relative-time.ts); the names of months stay as they are. */
export const midSentence = (relative: string): string => (relative === 'Just now' ? 'just now' : relative);
