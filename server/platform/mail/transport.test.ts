// A mail goes through a real SMTP server when one is set, and into a folder otherwise.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { dropFromFolder, sweepFolder } from './folder.ts';
import { createTransport } from './transport.ts';

const mail = {
  company_id: 'c1',
  to: 'ines@brackenford.example',
  subject: 'Dein Code: 407 123 ✓',
  text: 'Grüße',
  html: '<p>Grüße</p>',
};
const from = 'Limelight <no-reply@limelight.example>';

test('through SMTP, with sender, recipient and content', async () => {
  const received: { from: string; to: string[]; content: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let content = '';
      stream.on('data', (chunk: Buffer) => {
        content += chunk.toString();
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), content });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  try {
    await createTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, folder: '', from }).send(mail);
  } finally {
    await new Promise<void>((closed) => server.close(() => closed()));
  }
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@limelight.example', to: ['ines@brackenford.example'] });
  expect(received[0]?.content).toContain('multipart/alternative');
});

test('a server that does not answer is an error, so that the mail is tried again', async () => {
  await expect(createTransport({ smtpUrl: 'smtp://127.0.0.1:1', folder: '', from }).send(mail)).rejects.toThrow(
    /ECONNREFUSED|connect/,
  );
});

test('into the folder: whole .eml files, readable by nobody else', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'limelight-mail-')), 'mail');
  await createTransport({ smtpUrl: undefined, folder, from }).send(mail);
  const files = readdirSync(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatch(/\.eml$/);
  expect(readFileSync(join(folder, files[0] as string), 'utf8')).toContain('To: ines@brackenford.example');
});

test('what a company wrote to somebody can be dropped, and nothing else with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-mail-'));
  const { send } = createTransport({ smtpUrl: undefined, folder, from });
  await send({ ...mail, to: 'Ines@Bäckerei.example' });
  await send({ ...mail, company_id: 'c2', to: 'ines@bäckerei.example' });
  await send({ ...mail, to: 'kwame@bäckerei.example', text: 'To: ines@bäckerei.example' });
  writeFileSync(join(folder, 'note.txt'), 'To: ines@bäckerei.example');
  await dropFromFolder(folder, 'c1', 'ines@bäckerei.example');
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const whose = left.map((text) => /^X-Limelight-Company: (.*)$/m.exec(text)?.[1] ?? 'a note');
  expect(whose).toHaveLength(3);
  expect(new Set(whose)).toEqual(new Set(['c1', 'c2', 'a note']));
  expect(left.filter((text) => text.includes('To: kwame@'))).toHaveLength(1);
  await dropFromFolder(join(folder, 'none'), 'c1', 'ines@bäckerei.example');
  writeFileSync(
    join(folder, '2026-01-01T00-00-00.000Z-1-1.eml'),
    'To: kwame@xn--bckerei-5wa.example\n\nOf an older version',
  );
  await dropFromFolder(folder, 'c1', 'kwame@bäckerei.example');
  expect(readdirSync(folder)).toHaveLength(2);
  const takeBack = await send(mail);
  expect(readdirSync(folder)).toHaveLength(3);
  await takeBack?.();
  expect(readdirSync(folder)).toHaveLength(2);
});

test('after thirty days they go, also those that a crash has left half written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-mail-'));
  await createTransport({ smtpUrl: undefined, folder, from }).send(mail);
  for (const name of ['2026-01-01T00-00-00.000Z-1-1.eml', '.2026-01-01T00-00-00.000Z-1-2.eml', '2026-01-01.txt'])
    writeFileSync(join(folder, name), 'x');
  const day = 86_400_000;
  expect(await sweepFolder(folder, Date.now() + 29 * day)).toBe(2);
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await sweepFolder(folder, Date.now() + 31 * day)).toBe(1);
  expect(readdirSync(folder)).toEqual(['2026-01-01.txt']);
});
