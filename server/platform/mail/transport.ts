// Where a mail goes: to an SMTP server when one is set, else into a folder as .eml files that any mail program opens.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';

export interface Transport {
  /** Resolves once the mail is out of our hands; rejects to have it tried again. */
  send(mail: Mail): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** `from` is an address on the host under which people reach the app. */
export function createTransport(options: { smtpUrl: string | undefined; folder: string; from: string }): Transport {
  if (options.smtpUrl) {
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    const smtp = nodemailer.createTransport({ url: options.smtpUrl, ...timeouts });
    return { send: async (mail) => void (await smtp.sendMail({ from: options.from, ...mail })) };
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let count = 0;
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail({ from: options.from, ...mail });
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${++count}.eml`;
      // Written under another name first: who reads the folder never sees half a mail.
      await writeFile(join(options.folder, `.${name}`), message as Buffer, { mode: 0o600 });
      await rename(join(options.folder, `.${name}`), join(options.folder, name));
    },
  };
}
