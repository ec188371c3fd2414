// Which seqs a page of messages has. Seqs are gapless, so this is arithmetic and needs no looking. Pure.

/** `from` to `to`, both included; empty if `from > to`. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly has_before: boolean;
  readonly has_after: boolean;
}

/** Of a conversation, as somebody sees it: what is between the two, the last one included. */
export interface Bounds {
  readonly since_seq: number;
  readonly last_seq: number;
}

export interface Wanted {
  readonly before_seq?: number | undefined;
  readonly after_seq?: number | undefined;
  readonly around_seq?: number | undefined;
  readonly limit: number;
}

/**
 * The newest `limit` of the conversation; those before `before_seq`; or those after `after_seq`. With both, what lies
 * between them, from `after_seq` on. `around_seq` counts alone: it stands in the middle, as far as there is enough on both
 * sides, and means the first or the last one if it lies beyond. For who asks all of it begins behind `since_seq`.
 */
export function runOf({ last_seq, since_seq }: Bounds, wanted: Wanted): Run {
  const moved = (seq: number | undefined) => (seq === undefined ? undefined : seq - since_seq);
  const { before_seq, after_seq, around_seq, limit } = wanted;
  const run = fromOne(Math.max(0, last_seq - since_seq), {
    before_seq: moved(before_seq),
    after_seq: after_seq === undefined ? undefined : Math.max(0, after_seq - since_seq),
    around_seq: moved(around_seq),
    limit,
  });
  return { ...run, from: run.from + since_seq, to: run.to + since_seq };
}

/** Where the first one is 1. */
function fromOne(last_seq: number, { before_seq, after_seq, around_seq, limit }: Wanted): Run {
  if (around_seq !== undefined) return aroundOf(last_seq, around_seq, limit);
  const end = Math.min(last_seq, (before_seq ?? last_seq + 1) - 1);
  const start = Math.min(last_seq, after_seq ?? 0) + 1;
  const from = after_seq === undefined ? Math.max(1, end - limit + 1) : start;
  const to = after_seq === undefined ? end : Math.min(end, start + limit - 1);
  if (from <= to) return { from, to, has_before: from > 1, has_after: to < last_seq };
  // An empty run lies at one place all the same: something may be on either side of it.
  return { from, to: from - 1, has_before: from > 1 && last_seq > 0, has_after: from <= last_seq };
}

function aroundOf(last_seq: number, around_seq: number, limit: number): Run {
  const middle = Math.min(Math.max(around_seq, 1), last_seq);
  const from = Math.max(1, Math.min(middle - Math.floor(limit / 2), last_seq - limit + 1));
  const to = Math.min(last_seq, from + limit - 1);
  return { from, to, has_before: from > 1, has_after: to < last_seq };
}
