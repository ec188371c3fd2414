// The permission check of S5: the same function on the server, which decides, and on the client, which only hides.
import type { Access } from './endpoint.ts';

/** True if all of `all` are held, or else any of `any`; with nothing asked for, true; without a session (null), false. */
export function permits(
  access: Exclude<Access, 'open' | 'session' | 'operator'>,
  held: readonly string[] | ReadonlySet<string> | null,
): boolean {
  if (!held) return false;
  const { all = [], any = [] } = access;
  if (!all.length && !any.length) return true;
  const set = held instanceof Set ? held : new Set(held as readonly string[]);
  if (all.length && all.every((permission) => set.has(permission))) return true;
  return any.some((permission) => set.has(permission));
}
