// Chance that comes out the same for the same seed, so that two demos read alike.

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different ones, in no order. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const some = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const taken: T[] = [];
    while (rest.length && taken.length < count) taken.push(...rest.splice(int(0, rest.length - 1), 1));
    return taken;
  };
  const pick = <T>(list: readonly T[]): T => {
    if (!list.length) throw new RangeError('Nothing to pick from');
    return list[int(0, list.length - 1)] as T;
  };
  return { next, int, some, pick, chance: (probability) => next() < probability };
}

/** Gives all of the list in a random order before anything comes again, and never the same twice in a row. */
export function createBag<T>(list: readonly T[], random: Random): () => T {
  let rest: T[] = [];
  let last: T | undefined;
  return () => {
    if (!rest.length) {
      rest = random.some(list, list.length);
      if (rest.length > 1 && rest.at(-1) === last) rest.unshift(rest.pop() as T);
    }
    last = rest.pop() as T;
    return last;
  };
}
