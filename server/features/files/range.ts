// The Range header: one range of bytes (RFC 9110, section 14). Pure.
import type { ByteRange } from '../../platform/files/store.ts';

/** Undefined for the whole file (also for what we do not know: several ranges, other units); null if it is not in the file. */
export function rangeIn(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, size - Number(to));
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  return start < size && start <= end ? { start, end } : null;
}
