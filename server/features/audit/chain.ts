// What a line's place in the chain is made of. Pure.
import { createHash } from 'node:crypto';
import type { Line, Place, Seal } from './audit-repo.ts';

/** Before the first line. */
const BEGINNING = Buffer.alloc(32);

/** SHA-256 of the hash before it and the line. */
export function hashOf(before: Buffer, { audit_id, actor_id, action, detail_text, at }: Line): Buffer {
  return createHash('sha256')
    .update(before)
    .update(JSON.stringify([audit_id, actor_id, action, detail_text, at]))
    .digest();
}

/** The places of these lines, in their order, behind the last one. */
export function sealAll(lines: readonly Line[], last: Place | undefined): Seal[] {
  let { position, hash } = last ?? { position: 0, hash: BEGINNING };
  return lines.map((line) => {
    position += 1;
    hash = hashOf(hash, line);
    return { position, audit_id: line.audit_id, hash };
  });
}

type Sealed = Seal & { readonly [K in keyof Line]: Line[K] | null };

/** The first place that is missing, or is not what was written there; null if there is none. `before`: the place before the first. */
export function firstBroken(rows: readonly Sealed[], before: Place | undefined, from: number): number | null {
  let hash = before?.hash ?? (from === 1 ? BEGINNING : null);
  for (const [n, row] of rows.entries()) {
    const place = from + n;
    const { action, detail_text, at } = row;
    if (row.position !== place || !hash || action === null || detail_text === null || at === null) return place;
    if (!hashOf(hash, { ...row, action, detail_text, at }).equals(row.hash)) return place;
    hash = row.hash;
  }
  return null;
}
