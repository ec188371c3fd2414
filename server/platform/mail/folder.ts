// The folder into which mails fall when nobody is there to send them, as .eml files. They are written for who runs the server, and
// are not kept for ever: not longer than a month, and not of somebody who is erased. Each server has a folder of its own.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';

export interface Addressed extends Mail {
  /** Whose mail it is: one address may be known to several. */
  readonly company_id: string;
}

/** Days. */
const KEPT = 30;
const COMPANY = 'X-Limelight-Company';
const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
let count = 0;

/** Resolves with what takes it out again. */
export async function putIntoFolder(
  folder: string,
  from: string,
  { company_id, ...mail }: Addressed,
): Promise<() => Promise<void>> {
  const { message } = await composer.sendMail({ from, headers: { [COMPANY]: company_id }, ...mail });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}-${++count}.eml`;
  // Written under another name first: who reads the folder never sees half a mail.
  await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
  return () => rm(join(folder, name), { force: true });
}

/** Nothing is left of what a company wrote to somebody. One from before mails said whose they are goes, too. */
export async function dropFromFolder(folder: string, company_id: string, address: string): Promise<void> {
  for (const name of await mailsIn(folder)) {
    const file = join(folder, name);
    // Somebody may tidy up meanwhile.
    const head = (await readFile(file, 'utf8').catch(() => '')).split('\n\n', 1)[0] ?? '';
    const to = valueOf(head, 'To');
    if (to && sameAddress(to, address) && (valueOf(head, COMPANY) ?? company_id) === company_id)
      await rm(file, { force: true });
  }
}

/** Deletes what has lain there for longer than it may. Returns how many. */
export async function sweepFolder(folder: string, now: number = Date.now()): Promise<number> {
  const last = new Date(now - KEPT * 86_400_000).toISOString().replaceAll(':', '-');
  // Their names begin with the time; what was left half written is one of them.
  const old = (await mailsIn(folder)).filter((name) => name.replace(/^\./, '') < last);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

const NAME = /^\.?\d{4}-\d\d-\d\dT[\w.-]+\.eml$/;

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name));
}

const valueOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*(?:\\n[ \\t].*)*)`, 'im')
    .exec(head)?.[1]
    ?.replace(/\n[ \t]+/g, ' ')
    .trim();

/** A mail names a domain in ASCII. */
function sameAddress(one: string, other: string): boolean {
  const plain = (address: string) => {
    const at = address.lastIndexOf('@');
    return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
  };
  return plain(one) === plain(other);
}
