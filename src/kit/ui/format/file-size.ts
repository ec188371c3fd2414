// Sizes of files in decimal units (specification, section 9).
const UNITS = ['KB', 'MB', 'GB'] as const;

/** 640000 → "640 KB", 1800000 → "1.8 MB". Below 1 KB it is rounded up to "1 KB"; one decimal below ten. */
export function fileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 KB';
  let value = Math.max(bytes / 1000, 1);
  let unit = 0;
  // 999.6 would be shown as "1000 KB".
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const text = value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
  return `${text} ${UNITS[unit]}`;
}
