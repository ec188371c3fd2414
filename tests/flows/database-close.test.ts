// Who has closed the database's pool may end the database: nothing of it is connected any more.
import { createServer, connect as dial } from 'node:net';
import { expect, inject, test } from 'vitest';
import { createDatabase } from '#server/platform/db/database.ts';
import { APP_ROLE } from '#server/platform/db/migrate.ts';

/** How long the database's goodbye is on its way. Milliseconds. */
const LATE_MS = 300;

test('closed is what the last connection is, however late its end comes', async () => {
  const { template: _, ...server } = inject('database');
  let [opened, ended] = [0, 0];
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    opened++;
    const far = dial(server.host.startsWith('/') ? { path: `${server.host}/.s.PGSQL.${server.port}` } : server);
    near.pipe(far);
    far.pipe(near, { end: false });
    far.on('end', () =>
      setTimeout(() => {
        ended++;
        near.end();
      }, LATE_MS),
    );
    for (const end of [near, far]) end.on('error', () => undefined);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const errors: unknown[] = [];
  const db = createDatabase({
    connection: { ...server, host: '127.0.0.1', port, database: 'postgres' },
    role: APP_ROLE,
    onCommitted: () => undefined,
    onError: (error) => errors.push(error),
  });
  const at = () => db.system(async (tx) => tx.query('SELECT pg_sleep(0.2)'));
  await Promise.all([at(), at(), at()]);
  expect(opened).toBe(3);
  await db.close();
  expect(ended).toBe(opened);
  expect(errors).toEqual([]);
  proxy.close();
}, 20_000);
