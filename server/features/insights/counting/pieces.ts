// What takes the database too long at once is asked for in halves.

interface Failed {
  readonly code?: string;
}
/** PostgreSQL ended a statement because of its time. */
export const tookTooLong = (error: unknown): boolean => (error as Failed | null)?.code === '57014';

/** The answers of all pieces, in their order: one if `work` has time for all, otherwise of halves, down to one item each. */
export async function inPieces<T, R>(items: readonly T[], work: (items: readonly T[]) => Promise<R>): Promise<R[]> {
  if (!items.length) return [];
  try {
    return [await work(items)];
  } catch (error) {
    if (items.length < 2 || !tookTooLong(error)) throw error;
    const half = items.length >> 1;
    return [...(await inPieces(items.slice(0, half), work)), ...(await inPieces(items.slice(half), work))];
  }
}
