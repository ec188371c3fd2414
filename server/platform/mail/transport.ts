// Where a mail goes: to an SMTP server when one is set, else into a folder as .eml files that any mail program opens.
import nodemailer from 'nodemailer';
import { type Addressed, putIntoFolder } from './folder.ts';

export interface Transport {
  /** Resolves once the mail is out of our hands, with what takes it back where it can be; rejects to have it tried again. */
  send(mail: Addressed): Promise<TakeBack | undefined>;
}
export type TakeBack = () => Promise<void>;

const TIMEOUT_MS = 10_000;

/** `from` is an address on the host under which people reach the app. */
export function createTransport(options: { smtpUrl: string | undefined; folder: string; from: string }): Transport {
  const { smtpUrl, folder, from } = options;
  if (!smtpUrl) return { send: (mail) => putIntoFolder(folder, from, mail) };
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const smtp = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
  return {
    send: async ({ company_id: _, ...mail }) => {
      await smtp.sendMail({ from, ...mail });
      return undefined;
    },
  };
}
