// The real server (server/main.ts), which also says how much memory it has when its parent asks.
import '#server/main.ts';

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external });
});
