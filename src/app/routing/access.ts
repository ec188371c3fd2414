// Who may see which route, decided before anything of it is loaded.
import type { RouteAccess } from '#src/kit/ui/navigation.ts';
import type { Shell } from '../state/app-state.ts';

/** Control characters and backslashes, which browsers drop or turn round before they read an address. */
const hasOdd = (address: string): boolean => [...address].some((char) => char < ' ' || char === '\\');

/** An address inside the app that may be gone to after signing in; anything else is the home page. */
export function safeNext(next: unknown): string {
  const inside = typeof next === 'string' && /^\/(?![/\\])/.test(next) && !hasOdd(next);
  return inside ? next : '/';
}

/** Where to send somebody instead, or undefined: stay. While loading nothing is decided. */
export function elsewhere(
  shell: Shell,
  access: RouteAccess,
  location: { href: string; next: unknown },
): { to: '/sign-in'; next: string | undefined } | { to: 'next'; next: string } | undefined {
  if (shell === 'signed-out' && access === 'signed-in') {
    return { to: '/sign-in', next: location.href === '/' ? undefined : location.href };
  }
  if (shell === 'signed-in' && access === 'signed-out') return { to: 'next', next: safeNext(location.next) };
  return undefined;
}
