// The same tests over the stores of files: the disk of the server, and S3-compatible ones.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { signForm, type UploadWish } from '#server/platform/files/post-policy.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import type { TestClient } from '../kit/client.ts';
import { addPerson, registerCompany } from '../kit/factory.ts';
import { type OtherS3, startS3rver } from '../kit/outside/other-s3.ts';
import { startS3 } from '../kit/outside/s3-server.ts';

export const FACES = { folder: 'user-manage/employee', is_private: false };

type Kind = 'disk' | 's3' | 's3rver';

export interface Files {
  readonly kind: Kind;
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

type Tests = (at: Files) => void;

/** `tests` is called once for each store; what it is given is filled before the first test. */
export const overBothStores = (what: string, tests: Tests): void => over(['disk', 's3'], what, tests);

/** And for a store that others wrote, which judges no policies of forms. */
export const overAllStores = (what: string, tests: Tests): void => over(['disk', 's3', 's3rver'], what, tests);

function over(kinds: readonly Kind[], what: string, tests: Tests): void {
  describe.each(kinds)(`${what} (%s)`, (kind) => {
    const at = {} as Files;
    let close: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      const s3 = await storeOf(kind);
      const app = await startTestApp(s3 ? { s3: s3.config } : {});
      close = [app.close, async () => s3?.close()];
      const { owner } = await registerCompany(app);
      const kept = () => (s3 ? { keys: s3.keys().sort(), halves: 0 } : onDisk(join(app.dataDir, 'files')));
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

async function storeOf(kind: Kind): Promise<OtherS3 | undefined> {
  if (kind === 's3rver') return startS3rver();
  if (kind === 'disk') return undefined;
  const { config, objects, close } = await startS3();
  return { config, close, keys: () => [...objects.keys()] };
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
