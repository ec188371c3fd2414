// How a file names departments, roles and groups. Pure.
import { fold } from '../../../finding/fold.ts';

/** One thing by a name; null if several have it. */
export type ByName = ReadonlyMap<string, string | null>;

/** How names of departments, roles and groups are compared; a path as `operations/warehouse`. */
export const nameKey = (name: string): string => namesIn(name).map(fold).join('/');

/** The names that a path is made of, from the top down. */
export const namesIn = (path: string): string[] => path.split(/[/>]/).map((part) => part.replace(/\s+/g, ' ').trim());

export function byName(all: Iterable<readonly [name: string, id: string]>): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [name, id] of all) found.set(nameKey(name), found.has(nameKey(name)) ? null : id);
  return found;
}
