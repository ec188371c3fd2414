// Which methods an address of the API knows: whoever asks with another one is told, instead of that there is no such address.
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/kernel/envelope.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Of a path without its query, in the order of the alphabet; none: there is no such address in the contract. */
    methodsAt(path: string): string[];
  }
}

/** Before the first route. */
export function knowMethods(app: FastifyInstance): void {
  const known = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    // The contract has no parameters in its addresses.
    if (url.startsWith(`${API_BASE}/`)) known.set(url, [...(known.get(url) ?? []), method].flat().sort());
  });
  app.decorate('methodsAt', (path) => known.get(path) ?? []);
}
