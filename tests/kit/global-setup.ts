// One embedded PostgreSQL for all flow tests of a run, in a temporary folder; every test app makes its own database in it, as a
// copy of one that is migrated: a fifth of the work of all migrations.
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { migrationFolders } from '#server/registry.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `template`: the database to copy. */
    database: { host: string; port: number; user: string; template: string };
  }
}

const TEMPLATE = 'test_template';

/** Linux's folder in memory: three hundred files for each database are an eighth of what these tests cost on a disk. */
const IN_MEMORY = '/dev/shm';
/** Bytes: 200 MB of databases at one time (a short run, measured), 1 GB of what PostgreSQL logs, and as much again. */
const ROOM = 2.5e9;

const PREFIX = 'limelight-test-';
const DAY_MS = 86_400_000;

function whereFilesAreQuick(): string {
  try {
    // Of runs that were killed: memory is not to fill up with them.
    for (const name of readdirSync(IN_MEMORY).filter((one) => one.startsWith(PREFIX))) {
      const folder = join(IN_MEMORY, name);
      if (Date.now() - statSync(folder).mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true });
    }
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= ROOM) return IN_MEMORY;
  } catch {
    // There is none on other systems.
  }
  return tmpdir();
}

async function makeTemplate(server: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await migrate({ ...server, database: TEMPLATE }, migrationFolders);
  // Who is connected to it would keep it from being copied.
  await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  await admin.end();
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(whereFilesAreQuick(), PREFIX));
  const { host, port, user, stop } = await startEmbedded({ dataDir });
  const teardown = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  await makeTemplate({ host, port, user }).catch(async (error) => {
    await teardown();
    throw error;
  });
  project.provide('database', { host, port, user, template: TEMPLATE });
  return teardown;
}
