// Reads the mails that fell into the data folder, decoded far enough to find codes and links.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** By path: a mail is put in place whole, and never changes. There are hundreds in the folder of a server of many tests. */
const seen = new Map<string, ReadMail>();

/** All mails to the address (or all), oldest first. */
export async function mailsTo(dataDir: string, address?: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((n) => n.endsWith('.eml') && !n.startsWith('.')).map((n) => join(folder, n));
  await Promise.all(
    paths.filter((path) => !seen.has(path)).map(async (path) => seen.set(path, parse(await readFile(path, 'utf8')))),
  );
  return paths
    .filter((path) => !address || seen.get(path)?.to.toLowerCase().includes(address.toLowerCase()))
    .sort()
    .map((path) => seen.get(path) as ReadMail);
}

/** Waits for the n-th mail (1 = first) to the address, of this subject if one is named. Fails after twenty seconds. */
export async function waitForMail(dataDir: string, address: string, n = 1, subject?: string): Promise<ReadMail> {
  for (let i = 0; i < 800; i++) {
    const mails = await mailsTo(dataDir, address);
    const mail = mails.filter((one) => subject === undefined || one.subject === subject)[n - 1];
    if (mail) return mail;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`No mail number ${n} to ${address}`);
}

export const codeIn = (mail: ReadMail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
export const verifyTokenIn = (mail: ReadMail): string => /token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
export const resetTokenIn = (mail: ReadMail): string => /password\/reset\/([\w-]+)/.exec(mail.text)?.[1] ?? '';

function parse(raw: string): ReadMail {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const header = (name: string) =>
    new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r?\n\s+/g, ' ') ?? '';
  const body = rest.join('\n\n');
  const boundary = /boundary="?([^";\n]+)"?/.exec(head)?.[1];
  const part = boundary
    ? (body.split(`--${boundary}`).find((p) => /text\/plain/i.test(p)) ?? '')
    : `${head}\n\n${body}`;
  const [partHead = '', ...partBody] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/);
  const text = partBody.join('\n\n');
  const encoding = /content-transfer-encoding:\s*(\S+)/i.exec(partHead)?.[1]?.toLowerCase();
  return {
    to: header('to'),
    subject: header('subject'),
    text:
      encoding === 'base64'
        ? Buffer.from(text, 'base64').toString('utf8')
        : encoding === 'quoted-printable'
          ? unquote(text)
          : text,
  };
}

function unquote(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
