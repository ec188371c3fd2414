// Builds the whole server without listening: the database, the platform, the features. Tests use it as main.ts does.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createBus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import { FCM_ORIGINS } from './platform/config/fcm.ts';
import { type Committed, createDatabase, type Database } from './platform/db/database.ts';
import { keepResealing } from './platform/db/keys/resealing.ts';
import { migrate } from './platform/db/migrate.ts';
import { keepSweeping } from './platform/db/retention.ts';
import { createSealers } from './platform/db/sealer.ts';
import { createUncertain } from './platform/events/uncertain.ts';
import type { Context, Feature } from './platform/feature.ts';
import { createHttp } from './platform/http/http.ts';
import { createRateLimits } from './platform/http/rate-limit.ts';
import { addRoutes, type Guards } from './platform/http/routes.ts';
import { addStatic } from './platform/http/static.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createTransport } from './platform/mail/transport.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { addMetrics } from './platform/metrics/metrics-route.ts';
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts';
import { createHub, type Hub } from './platform/realtime/hub.ts';
import { createSocketServer, type SocketGuards } from './platform/realtime/socket-server.ts';
import { createTickets } from './platform/realtime/tickets.ts';
import { buildFeatures, migrationFolders, sealedColumns } from './registry.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly context: Context;
  readonly features: readonly Feature[];
  readonly hub: Hub;
  /** Ends sockets, lets running requests finish, closes the pool. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly connection: pg.ClientConfig;
  readonly logLevel?: string;
  /** Given by tests alone: it reaches pages on their own machine, which the real one never does. */
  readonly outbound?: Outbound;
  /** Given by tests alone: who is let in when this guard sleeps shows that somebody would notice. */
  readonly guarding?: (real: Guards & SocketGuards) => Guards & SocketGuards;
}

/** Migrates the database and wires everything. Nothing listens yet: `app.http.listen(…)` does. */
export async function buildApp({
  config,
  connection,
  logLevel = 'warn',
  outbound = createOutbound(),
  guarding = (real) => real,
}: AppOptions): Promise<App> {
  const sealers = createSealers(config.dataDir);
  const { role } = await migrate(connection, migrationFolders);
  const http = await createHttp({ logLevel, trustedProxies: config.trustedProxies });
  const onError = (error: unknown) => http.log.error({ err: error }, 'unexpected error');

  const bus = createBus(onError);
  const metrics = createMetrics({ db: () => db, sockets: () => hub.size, onError });
  addMetrics(http, metrics, config);
  bus.onCommitted(({ events }) => metrics.told('events', events.length));
  bus.onSignal(() => metrics.told('signals', 1));
  const uncertain = createUncertain(() => db, bus, onError);
  const onCommitted = (committed: Committed, certain: boolean) =>
    certain ? bus.publish(committed) : uncertain.lookUp(committed);
  const db: Database = createDatabase({ connection, role, onCommitted, onError });
  const from = `Limelight <no-reply@${new URL(config.publicUrl ?? 'http://localhost').hostname}>`;
  const folder = join(config.dataDir, 'mail');
  const transport = createTransport({ smtpUrl: config.smtpUrl, folder, from });
  const mailer = createMailer({ database: () => db, transport, folder, metrics, log: http.log });
  const limits = createRateLimits(config.rateFactor);
  const context: Context = { config, db, bus, mailer, limits, outbound, metrics, sealers, log: http.log };

  const hub: Hub = createHub(bus);
  const tickets = createTickets(bus);
  const own = config.publicUrl ? new URL(config.publicUrl).host : undefined;
  const isOwnOrigin = (origin: string, host: string | undefined) =>
    URL.canParse(origin) && [own, host].includes(new URL(origin).host);
  const { features, statusOf, statusesOf, topicSources, ...built } = buildFeatures(context, tickets, hub);
  const { redeem } = tickets;
  const { livingSessions, overSessions } = built;
  const guards = guarding({ ...built.guards, isOwnOrigin, redeem, livingSessions, overSessions });
  addRoutes(
    http,
    features.flatMap((feature) => feature.routes),
    context,
    guards,
  );
  for (const feature of features) await feature.prepare?.();
  for (const feature of features) feature.mount?.(http);
  const store = config.s3?.endpoint;
  const reached = [...(store ? [store] : []), ...(config.fcm ? FCM_ORIGINS : [])];
  await addStatic(http, config.clientDir, { reached, workerOff: config.workerOff });
  bus.onCommitted(({ company_id, events }) => {
    const changed = events.filter(({ name }) => name === 'people.self_changed');
    if (!changed.length) return;
    const ids = changed.map(({ topic }) => topic.slice('employee:'.length));
    void db
      .company(company_id, (tx) => statusesOf(tx, ids))
      .then((all) => {
        for (const [employee_id, status] of all) hub.setStatus(company_id, employee_id, status);
      }, onError);
  });
  const sockets = createSocketServer({ server: http.server, hub, guards, db, topicSources, statusOf, log: http.log });
  const stopSweeping = keepSweeping(db, http.log);
  const stopResealing = keepResealing(context, sealedColumns);
  await http.ready();

  return {
    http,
    context,
    features,
    hub,
    close: async () => {
      for (const feature of features) await feature.stop?.();
      sockets.stop();
      await http.close();
      await mailer.stop();
      uncertain.stop();
      stopSweeping();
      await stopResealing();
      await db.close();
    },
  };
}
