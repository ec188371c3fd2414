// What charts count with: an axis of round numbers, days that are labelled, days taken together. Pure.

const STEPS = [1, 2, 2.5, 5, 10];

/** Rising round numbers from 0, three or four of them; the last is not below `max`. Whole numbers, because people are counted. */
export function ticksTo(max: number): number[] {
  const rough = Math.max(1, max / 3);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.ceil((STEPS.find((one) => one * unit >= rough) ?? 10) * unit);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, n) => n * step);
}

/** Places of at most `most` labels among `length` days, evenly, the first and the last among them. */
export function labelled(length: number, most: number): number[] {
  const count = Math.min(length, most);
  if (count < 2) return length ? [0] : [];
  return [...new Set(Array.from({ length: count }, (_, n) => Math.round((n * (length - 1)) / (count - 1))))];
}

/** In groups of `size`, of which the last is whole. */
export function grouped<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let end = items.length; end > 0; end -= size) groups.unshift(items.slice(Math.max(0, end - size), end));
  return groups;
}

/** "1,240"; from ten thousand on "12.4K". */
export const compact = (value: number): string =>
  value < 10_000
    ? value.toLocaleString('en')
    : new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
