// The worker's own global scope, typed: `self` as the WebWorker library knows it, with what the build puts in.

export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}

declare global {
  /** The version that the specification names, set by vite.config.ts. */
  const __APP_VERSION__: string;
}

export const worker = self as unknown as ServiceWorkerGlobalScope;
