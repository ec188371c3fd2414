// Answers of GETs by their ETag, so that asking again for what has not changed costs a 304. Bounded, in memory, one session.

const MAX_ENTRIES = 100;
/** UTF-16 units of all bodies together. */
const MAX_TEXT = 2_000_000;

export interface Etags {
  get(url: string): { readonly etag: string; readonly text: string } | undefined;
  set(url: string, etag: string, text: string): void;
}

export function createEtags(): Etags {
  const kept = new Map<string, { etag: string; text: string }>();
  let size = 0;
  const drop = (url: string) => {
    size -= kept.get(url)?.text.length ?? 0;
    kept.delete(url);
  };
  return {
    get: (url) => kept.get(url),
    set: (url, etag, text) => {
      drop(url);
      if (text.length > MAX_TEXT / 2) return;
      kept.set(url, { etag, text });
      size += text.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_ENTRIES && size <= MAX_TEXT) break;
        drop(oldest);
      }
    },
  };
}
