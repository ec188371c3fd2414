// The worker's own global scope, typed: `self` as the WebWorker library knows it, with what the build puts in.

export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}

export const worker = self as unknown as ServiceWorkerGlobalScope;
