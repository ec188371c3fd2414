// The same tests over both stores of files: the disk of the server, and an S3-compatible one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { signForm, type UploadWish } from '#server/platform/files/post-policy.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { startS3 } from '../kit/outside/s3-server.ts';

export const FACES = { folder: 'user-manage/employee', is_private: false };

export interface Files {
  readonly kind: 'disk' | 's3';
  readonly app: TestApp;
  readonly owner: TestClient;
  readonly colleague: TestClient;
  /** Of another company. */
  readonly stranger: TestClient;
  /** Keys of all that is kept, and how much of it is half there. */
  kept(): { keys: string[]; halves: number };
  /** Fails if the work changes what is kept. */
  keepsNothing(work: () => Promise<unknown>): Promise<void>;
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  /** The fields of a form, as the server would have signed them at that time. */
  signedAt(wish: UploadWish, at: Date): Record<string, string>;
}

/** `tests` is called once for each store; what it is given is filled before the first test. */
export function overBothStores(what: string, tests: (at: Files) => void): void {
  describe.each(['disk', 's3'] as const)(`${what} (%s)`, (kind) => {
    const at = {} as Files;
    let close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      const s3 = kind === 's3' ? await startS3() : undefined;
      const app = await startTestApp(s3 ? { s3: s3.config } : {});
      close = [app.close, async () => s3?.close()];
      const { owner } = await registerCompany(app);
      const kept = () => (s3 ? { keys: [...s3.objects.keys()].sort(), halves: 0 } : onDisk(join(app.dataDir, 'files')));
      const given: Files = {
        kind,
        app,
        owner,
        colleague: await addPerson(app, owner),
        stranger: (await registerCompany(app)).owner,
        kept,
        keepsNothing: async (work) => {
          const before = kept();
          await work();
          await expect.poll(kept).toEqual(before);
        },
        get: (url, headers = {}) => fetch(new URL(url, app.url), { headers }),
        signedAt: (wish, time) => {
          const secretAccessKey = s3 ? '' : readFileSync(join(app.dataDir, 'files', 'secret'), 'utf8');
          const disk = { accessKeyId: 'limelight', secretAccessKey, region: 'local' };
          return signForm(s3?.config ?? disk, s3?.config.bucket ?? 'files', wish, time);
        },
      };
      Object.assign(at, given);
    });
    afterAll(async () => {
      for (const end of close) await end();
    });
    tests(at);
  });
}

function onDisk(folder: string): ReturnType<Files['kept']> {
  const objects = join(folder, 'objects');
  const files = readdirSync(folder).includes('objects')
    ? readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const keys = files.map((entry) => join(entry.parentPath, entry.name).slice(objects.length + 1));
  return { keys: keys.sort(), halves: readdirSync(join(folder, 'incoming')).length };
}

export const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
