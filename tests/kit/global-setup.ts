// One embedded PostgreSQL for all flow tests of a run, in a temporary folder; every test app makes its own database in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: { host: string; port: number; user: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-test-'));
  const { host, port, user, stop } = await startEmbedded({ dataDir });
  project.provide('database', { host, port, user });
  return async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
