// Each day the last hash of every company's chain is written outside of the database, where whoever can make the chain anew does not
// reach it: a file in the data folder, and the server's log, which goes elsewhere where somebody collects it. Checking the chain compares.
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Tx } from '../../platform/db/database.ts';
import { keepRounds } from '../../platform/db/rounds.ts';
import type { Context } from '../../platform/feature.ts';
import { findHead, type Head, listCompanies } from './audit-repo.ts';

const DAY_MS = 86_400_000;
const FIRST_MS = 60_000;
/** Longer than lines of the log are kept. */
const KEPT_MONTHS = 14;

const FOLDER = 'audit-heads';
const headSchema = v.strictObject({
  written_at: v.string(),
  /** When the line at this place was written: for as long it may not have been removed for its age. */
  line_at: v.string(),
  company_id: v.string(),
  position: v.number(),
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
});

type Needs = Pick<Context, 'db' | 'log'> & { readonly config: Pick<Context['config'], 'dataDir'> };

/** One file a month, a line for each company whose chain has grown since its last. */
export async function writeHeads({ db, log, config }: Needs, now: Date = new Date()): Promise<void> {
  const folder = join(config.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = new Map((await readAll(folder)).map((head) => [head.company_id, head.position]));
  const lines: string[] = [];
  for (const company_id of await db.system(listCompanies)) {
    const last = await db.company(company_id, findHead);
    if (!last || last.position === known.get(company_id)) continue;
    const { position, hash, line_at } = last;
    const head = { written_at: now.toISOString(), line_at, company_id, position, hash: hash.toString('hex') };
    log.info(head, 'head of the audit log');
    lines.push(`${JSON.stringify(head)}\n`);
  }
  // Behind whatever half a line a killed server left.
  const text = `\n${lines.join('')}`;
  if (lines.length) await appendFile(join(folder, fileOf(now)), text, { mode: 0o600, flush: true });
  for (const name of await readdir(folder)) if (name < oldest(now)) await rm(join(folder, name), { force: true });
}

const fileOf = (day: Date): string => `${day.toISOString().slice(0, 7)}.jsonl`;

function oldest(now: Date): string {
  const day = new Date(now);
  // The first of a month, so that no month is skipped.
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() - KEPT_MONTHS);
  return fileOf(day);
}

/** In the order in which they were written; of one company if it is said. What is no such line is left out. */
async function readAll(folder: string, company_id = ''): Promise<v.InferOutput<typeof headSchema>[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const months = names.filter((name) => name.endsWith('.jsonl')).toSorted();
  const texts = await Promise.all(months.map((name) => readFile(join(folder, name), 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line.includes(company_id)));
  return lines.flatMap(parsed);
}

function parsed(line: string): v.InferOutput<typeof headSchema>[] {
  try {
    const head = v.safeParse(headSchema, JSON.parse(line));
    return head.success ? [head.output] : [];
  } catch {
    // The rest of a line that was being written when the server was killed.
    return [];
  }
}

/** Of the company, by place. */
export async function headsOf(tx: Tx, { config }: Pick<Needs, 'config'>): Promise<Head[]> {
  const all = await readAll(join(config.dataDir, FOLDER), tx.company_id);
  return all
    .filter(({ company_id }) => company_id === tx.company_id)
    .map(({ position, hash, line_at }) => ({ position, hash: Buffer.from(hash, 'hex'), line_at }))
    .toSorted((a, b) => a.position - b.position);
}

/** Every day from now on. Returns the way to end it, which waits for what is being done. */
export const keepWritingHeads = (context: Needs): (() => Promise<void>) =>
  keepRounds({ log: context.log, what: 'heads of the audit log', every_ms: DAY_MS, first_ms: FIRST_MS }, () =>
    writeHeads(context),
  ).stop;
