// Percentiles and medians. Pure.

/** The value below which `part` (0 to 1) of the sorted values lie; NaN without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => {
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  const low = sorted.length % 2 ? half : half - 1;
  return ((sorted[low] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2;
};

/** What one timed round says, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
}
export const timesOf = (values: readonly number[]): Times => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
});
