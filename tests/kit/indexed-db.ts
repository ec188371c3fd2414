// IndexedDB for tests in Node, and what makes it quick: it clones whatever is read, by way of Node's structuredClone, which
// took a quarter of the long tests. What has been cloned once and is plain is copied by hand from then on.
import 'fake-indexeddb/auto';

const real = globalThis.structuredClone;

/**
 * Results of the real one that are plain through and through. The real one has refused what cannot be stored and has read
 * all getters and proxies; what reads the database gets a copy, so nobody can have changed them since.
 */
const plain = new WeakSet<object>();

/** Deeper than anything of ours; what is deeper is not worth a stack of our own. */
const DEEPEST = 100;

/** Objects and full lists of them, each in one place only: a copy cannot be told from a clone. */
function isPlain(value: unknown, seen: Set<object>, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (seen.has(value) || depth > DEEPEST) return false;
  seen.add(value);
  const keys = Object.keys(value);
  if (Array.isArray(value)) {
    return keys.length === value.length && value.every((one) => isPlain(one, seen, depth + 1));
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || keys.includes('__proto__')) return false;
  return keys.every((key) => isPlain((value as Record<string, unknown>)[key], seen, depth + 1));
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(value)) made[key] = copy((value as Record<string, unknown>)[key]);
  return made;
}

globalThis.structuredClone = <T>(value: T, options?: StructuredSerializeOptions): T => {
  // Keys, most of the time.
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && plain.has(value) && !options) return copy(value) as T;
  const made = real(value, options);
  if (typeof made === 'object' && made !== null && isPlain(made, new Set())) plain.add(made);
  return made;
};
