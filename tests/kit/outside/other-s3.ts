// An S3-compatible server that others wrote (s3rver): what we send, somebody else reads. It judges signed headers and no policies of
// forms, which s3-server.ts does.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Config } from '#server/platform/config/config.ts';

const BUCKET = 'our-files';
const OBJECT = '._S3rver_object';

export interface OtherS3 {
  readonly config: S3Config;
  /** Of what is stored. */
  keys(): string[];
  close(): Promise<void>;
}

export async function startS3rver(): Promise<OtherS3> {
  const directory = mkdtempSync(join(tmpdir(), 's3rver-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET }],
  });
  await server.run();
  const { port } = server.httpServer.address() as AddressInfo;
  return {
    // The only account that it knows.
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'eu-test-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    keys: () =>
      readdirSync(join(directory, BUCKET), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(OBJECT))
        .map(({ parentPath, name }) =>
          join(parentPath, name).slice(join(directory, BUCKET).length + 1, -OBJECT.length),
        ),
    close: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
