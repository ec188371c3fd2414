// A mail goes through a real SMTP server when one is set, and into a folder otherwise.
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createTransport } from './transport.ts';

const mail = { to: 'ines@brackenford.example', subject: 'Dein Code: 407 123 ✓', text: 'Grüße', html: '<p>Grüße</p>' };
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
