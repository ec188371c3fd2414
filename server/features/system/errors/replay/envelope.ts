// An envelope of Sentry's protocol taken apart: a line about all of it, then of each item a line about it and its content.

export interface Envelope {
  readonly dsn: unknown;
  readonly items: readonly { readonly type: unknown; readonly content: string }[];
}

const MOST_ITEMS = 20;

/** Throws SyntaxError if it is none. */
export function readEnvelope(text: string): Envelope {
  const bytes = Buffer.from(text);
  let at = 0;
  const take = (length: number | undefined): string => {
    const line = bytes.indexOf(10, at);
    const end = length === undefined ? (line < 0 ? bytes.length : line) : at + length;
    // A length that leads elsewhere would have the middle of a content read as the head of the next.
    if (end > bytes.length || (end < bytes.length && bytes[end] !== 10)) throw new SyntaxError('A length is wrong');
    const taken = bytes.toString('utf8', at, end);
    at = end + 1;
    return taken;
  };
  const { dsn } = objectOf(take(undefined));
  const items: Envelope['items'][number][] = [];
  while (at < bytes.length) {
    const { type, length } = objectOf(take(undefined));
    if (length !== undefined && !(Number.isSafeInteger(length) && (length as number) >= 0))
      throw new SyntaxError('A length is wrong');
    if (items.length === MOST_ITEMS) throw new SyntaxError('Too many items');
    items.push({ type, content: take(length as number | undefined) });
  }
  return { dsn, items };
}

/** Throws SyntaxError if it is none. */
export function objectOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('Not an object');
  return value as Record<string, unknown>;
}
