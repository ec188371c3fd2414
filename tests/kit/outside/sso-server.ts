// The real server with one difference, run as a process of its own: it also reaches providers of single sign-on on this machine, and
// Finch there.
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { reachFinchAt } from '#tests/kit/outside/finch-server.ts';
import { outboundHere } from '#tests/kit/outside/identity-provider.ts';

const config = readConfig(process.env);
const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => undefined });
const { host, port, user, database, password } = embedded;
const connection = { host, port, user, database, ...(password ? { password } : {}) };
const nameServers = process.env['NAME_SERVER'];
const here = outboundHere(nameServers ? [nameServers] : []);
const finch = process.env['FINCH_ORIGIN'];
const app = await buildApp({ config, connection, outbound: finch ? reachFinchAt(finch, here) : here });
process.on('SIGTERM', () => {
  void (async () => {
    await app.close();
    await embedded.stop();
    process.exit(0);
  })();
});
const address = new URL(await app.http.listen({ port: config.port, host: config.host }));
console.log(`Limelight is ready: http://localhost:${address.port}`);
