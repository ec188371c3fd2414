// The real server with one difference, run as a process of its own: it also reaches the push service of the test, on the port
// PUSH_PORT of this machine, and, where GOOGLE_AT names it, what stands for Google.
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { reachGoogleAt } from '#tests/kit/outside/fcm-service.ts';

const config = readConfig(process.env);
const pushPort = Number(process.env['PUSH_PORT']);
const outbound = createOutbound({
  resolve: async () => ['127.0.0.1'],
  isOpen: (address, at) => address === '127.0.0.1' && at === pushPort,
  unencrypted: true,
});
const google = process.env['GOOGLE_AT'];
const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => undefined });
const { host, port, user, database, password } = embedded;
const app = await buildApp({
  config,
  connection: { host, port, user, database, ...(password ? { password } : {}) },
  outbound: google ? reachGoogleAt(google, outbound) : outbound,
});
process.on('SIGTERM', () => {
  void (async () => {
    await app.close();
    await embedded.stop();
    process.exit(0);
  })();
});
const address = new URL(await app.http.listen({ port: config.port, host: config.host }));
console.log(`Limelight is ready: http://localhost:${address.port}`);
