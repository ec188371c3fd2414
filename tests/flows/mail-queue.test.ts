// Mails go out once, however slow the server that takes them is.
// @module-tag long
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/kit/app.ts';

const COMPANY = '01900000-0000-7000-8000-000000000001';
const idOf = (n: number): string => `01900000-0000-7000-8000-00000000010${n}`;

type App = Awaited<ReturnType<typeof startTestApp>>;
/** All at once: the queue may be looked at at any moment. */
const enqueue = (app: App, ...subjects: string[]) =>
  app.sql(
    `INSERT INTO mail (company_id, mail_id, recipient, subject, body_text, body_html, created_at) VALUES ${subjects
      .map(
        (subject, n) =>
          `('${COMPANY}', '${idOf(n)}', 'amara@a.example', '${subject}', 'x', 'x', now() + interval '${n} ms')`,
      )
      .join(', ')}`,
  );
const waiting = (app: App) =>
  app.sql<{ subject: string; attempts: number; error_code: string | null }>(
    'SELECT subject, attempts, error_code FROM mail ORDER BY created_at',
  );

test('a server that says nothing is a failed attempt, and counts', { timeout: 60_000 }, async () => {
  const asked: unknown[] = [];
  const silent = createServer((socket) => {
    asked.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as { port: number };
  await using app = await startTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
  await enqueue(app, 'One');
  await app.app.context.mailer.deliver();
  expect(await waiting(app)).toEqual([{ subject: 'One', attempts: 1, error_code: 'ETIMEDOUT' }]);
  expect(asked).toHaveLength(1);
  silent.close();
});

test('what a slow server has taken is not sent again', { timeout: 60_000 }, async () => {
  const taken: string[] = [];
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, callback) => {
      let mail = '';
      stream.on('data', (part: Buffer) => (mail += part.toString()));
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '';
        taken.push(subject);
        // Longer than the database waits for a transaction that does nothing; the second is never answered.
        if (subject === 'One') setTimeout(callback, 8_000);
        else if (subject !== 'Two') callback();
      });
    },
  });
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  const { port } = slow.server.address() as { port: number };
  await using app = await startTestApp({ smtpUrl: `smtp://127.0.0.1:${port}` });
  await enqueue(app, 'One', 'Two', 'Three');
  await app.app.context.mailer.deliver();
  // The one that is never answered may have been tried again by then.
  expect(taken.filter((subject) => subject !== 'Two')).toEqual(['One', 'Three']);
  expect((await waiting(app)).map(({ subject }) => subject)).toEqual(['Two']);
  await new Promise<void>((done) => slow.close(done));
});

test('what is not taken for a week is given up, and not before', async () => {
  await using app = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  await enqueue(app, 'New', 'Old');
  await app.sql(
    `UPDATE mail SET attempts = 100, next_attempt_at = now(), created_at = now() - interval '6 days' WHERE subject = 'New'`,
  );
  await app.sql(
    `UPDATE mail SET next_attempt_at = now(), created_at = now() - interval '8 days' WHERE subject = 'Old'`,
  );
  await app.app.context.mailer.deliver();
  expect(await waiting(app)).toEqual([{ subject: 'New', attempts: 101, error_code: 'ESOCKET' }]);
});

test('what is forgotten while it is under way is not left in the folder', async () => {
  await using app = await startTestApp();
  const folder = join(app.dataDir, 'mail');
  const { mailer } = app.app.context;
  await enqueue(app, 'Kept');
  await mailer.deliver();
  expect(readdirSync(folder)).toHaveLength(1);
  // In the moment in which it is taken: between that and the end of sending there is no other.
  await app.sql(`CREATE FUNCTION forget_it() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN DELETE FROM mail WHERE mail_id = NEW.mail_id; RETURN NULL; END'`);
  await app.sql('CREATE TRIGGER forgotten AFTER UPDATE ON mail FOR EACH ROW EXECUTE FUNCTION forget_it()');
  await enqueue(app, 'Forgotten');
  await mailer.deliver();
  expect(await waiting(app)).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
});
