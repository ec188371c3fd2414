// Queues in tables: what is taken is what was asked for, whatever plan PostgreSQL finds. What is taken too much is done by nobody until
// it is due again.

import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeJob } from '#server/features/chat/messages/previews/previews-repo.ts';
import { takePush } from '#server/features/notifications/devices/push-repo.ts';
import { takeDue, takeWaiting } from '#server/features/notifications/telling/due-repo.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const company_id = uuid();
const ROWS = 20;
const [one, two] = ['gen_random_uuid()', "now() - interval '1 minute'"];
const fill = (table: string, columns: string, values: string) => {
  const insert = (rows: number) =>
    `INSERT INTO ${table} (company_id, ${columns}) SELECT '${company_id}', ${values} FROM generate_series(1, ${rows}) n`;
  // As far as the planner knows there is one row: it begins with the table, and looks at each row for what is to be taken.
  return `${insert(1)}; ANALYZE ${table}; ${insert(ROWS)}`;
};

test.each([
  ['previews', fill('preview_job', 'message_id, due_at', `${one}, ${two}`), (tx: Tx) => takeJob(tx), 1],
  [
    'pushes',
    fill(
      'push',
      'session_id, device_id, push_id, employee_id, tag, content, expires_at, due_at',
      `${one}, ${one}, ${one}, ${one}, 't', '{}', now() + interval '1 hour', ${two}`,
    ),
    (tx: Tx) => takePush(tx, []),
    1,
  ],
  [
    'what is due',
    fill(
      'notification_due',
      'employee_id, subject_id, is_message, since, due_at',
      `${one}, ${one}, true, now(), ${two}`,
    ),
    (tx: Tx) => takeDue(tx, 3),
    3,
  ],
  [
    'who waits',
    fill('notification_waiting', 'employee_id, means, since, due_at', `${one}, 'push', now(), ${two}`),
    (tx: Tx) => takeWaiting(tx, 3),
    3,
  ],
] as const)('%s', async (_, rows, take, most) => {
  const client = new pg.Client(app.connection);
  await client.connect();
  try {
    // In a transaction that is given up: the server never sees any of it.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(rows);
    const counted: number[] = [];
    const tx = {
      company_id,
      query: async (text: string, values: unknown[] = []) => {
        const found = await client.query(text, values);
        counted.push(found.rows.length);
        return found.rows;
      },
    } as unknown as Tx;
    await take(tx);
    expect(counted).toEqual([most]);
  } finally {
    await client.query('ROLLBACK');
    await client.end();
  }
});
