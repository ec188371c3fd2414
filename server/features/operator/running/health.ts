// How the server is at this moment: this process, its database, the disk of the data folder.
import { statfs } from 'node:fs/promises';
import type { Health } from '#contract/operator/running.ts';
import type { Context } from '../../../platform/feature.ts';
import { VERSION } from '../../system/service.ts';

async function diskOf(folder: string): Promise<Health['disk']> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    return { free: bsize * bavail, total: bsize * blocks };
  } catch {
    return null;
  }
}

export async function healthOf({ config, db }: Context, sockets: number): Promise<Health> {
  const [up, disk] = await Promise.all([db.ping(), diskOf(config.dataDir)]);
  const { rss, heapUsed: heap } = process.memoryUsage();
  return {
    version: VERSION,
    started_at: new Date(Date.now() - Math.round(process.uptime() * 1000)).toISOString(),
    database: { up, embedded: config.databaseUrl === undefined, ...db.load() },
    disk,
    memory: { rss, heap },
    sockets,
  };
}
