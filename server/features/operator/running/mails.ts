// The mails in the data folder, where they fall when nobody is there to send them: the newest first, and what one says.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { getMail, KeptMail, listMails } from '#contract/operator/running.ts';
import type { Config } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { partsOf } from './eml.ts';

const PAGE = 50;
/** 2026-11-22T15-09-34.123Z-PID-N.eml: in the order of time. Those that are being written begin with a dot. */
const NAME = /^\w[\w.-]*\.eml$/;

const folderOf = ({ dataDir }: Config): string => join(dataDir, 'mail');
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function namesIn(config: Config): Promise<string[]> {
  const names = await readdir(folderOf(config)).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

export async function keptMails(config: Config, cursor?: string): Promise<ResponseOf<typeof listMails>> {
  if (config.smtpUrl) return { kept: 'smtp', items: [], next_cursor: null };
  const names = (await namesIn(config)).filter((name) => !cursor || name < cursor);
  const items = await Promise.all(names.slice(0, PAGE).map((file) => headOf(config, file)));
  return { kept: 'folder', items, next_cursor: names.length > PAGE ? (names[PAGE - 1] ?? null) : null };
}

async function headOf(config: Config, file: string): Promise<KeptMail> {
  const { text: _, ...head } = await mailAt(config, file);
  return head;
}

/** MAIL_NOT_FOUND also for what stands in the folder and is no mail of ours. */
export async function readMail(config: Config, file: string): Promise<ResponseOf<typeof getMail>> {
  if (config.smtpUrl || !(await namesIn(config)).includes(file)) throw new AppError('MAIL_NOT_FOUND');
  return mailAt(config, file);
}

async function mailAt(config: Config, file: string): Promise<ResponseOf<typeof getMail>> {
  const raw = await readFile(join(folderOf(config), file), 'utf8').catch((error: unknown) => {
    throw isGone(error) ? new AppError('MAIL_NOT_FOUND') : error;
  });
  const { to, subject, date, text } = partsOf(raw);
  const at = new Date(date);
  return { file, to, subject, date: Number.isNaN(at.valueOf()) ? null : at.toISOString(), text };
}
