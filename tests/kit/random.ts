// Random choices that can be made again from their seed.

export interface Random {
  /** 0 ≤ x < 1. */
  (): number;
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
  /** True once in so many times: `chance(0.1)` one in ten. */
  chance(p: number): boolean;
  /** One of them; undefined if there are none. */
  pick<T>(from: readonly T[]): T | undefined;
  /** A name, by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** mulberry32: small, fast, good enough for choosing. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return Object.assign(next, {
    below,
    chance: (p: number) => next() < p,
    pick: <T>(from: readonly T[]) => from[below(from.length)],
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const names = Object.entries(weights) as [K, number][];
      let at = next() * names.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of names) {
        at -= weight;
        if (at < 0) return name;
      }
      return names[0]?.[0] as K;
    },
  });
}
