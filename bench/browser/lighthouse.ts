// What Lighthouse says of the pages that everybody sees, as a phone on a slow line: sign-in, the list, a conversation. It is fetched
// from the registry when it is asked for (LIGHTHOUSE names a program that is here already): too large to be installed by everybody.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyOffline, signInHere } from '#tests/e2e/kit/browser.ts';
import { type OwnBrowser, startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { type Company, direct, newCompany, write } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const VERSION = '13.5.0';
const LEAST = 95;
const MESSAGES = 40;
const CATEGORIES = { performance: 'performance', accessibility: 'accessibility', 'best-practices': 'best practices' };

interface Result {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly scoreDisplayMode: string }>
  >;
  readonly runtimeError?: { readonly message: string };
}

/** One run in the browser of that port; what it has stored stays, the session with it. */
async function judge(port: number, url: string, folder: string): Promise<Result> {
  const path = join(folder, 'report.json');
  const own = process.env['LIGHTHOUSE'];
  const [program, ...before] = own ? [own] : ['npx', '--yes', `lighthouse@${VERSION}`];
  const flags = [`--port=${port}`, '--output=json', `--output-path=${path}`, '--quiet', '--disable-storage-reset'];
  const only = `--only-categories=${Object.keys(CATEGORIES).join(',')}`;
  const child = spawn(program as string, [...before, url, ...flags, only], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${said.trim().split('\n').at(-1)}`);
  const result = JSON.parse(readFileSync(path, 'utf8')) as Result;
  if (result.runtimeError) throw new Error(`Lighthouse: ${result.runtimeError.message}`);
  return result;
}

async function figuresOf(
  page: string,
  { port }: OwnBrowser,
  url: string,
  folder: string,
): Promise<[Figure[], string[]]> {
  const results: Result[] = [];
  for (let n = 0; n < setting('BENCH_LIGHTHOUSE_ROUNDS', 3); n++) results.push(await judge(port, url, folder));
  const figures = Object.entries(CATEGORIES).map(([category, name]) => ({
    what: `${page}, ${name}`,
    value: median(results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
    unit: '',
    least: LEAST,
  }));
  const failed = Object.values(results[0]?.audits ?? {}).filter(
    ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && ['binary', 'numeric'].includes(scoreDisplayMode),
  );
  return [figures, failed.map(({ title }) => `${page}: ${title}`)];
}

async function fill({ ines, kwame }: Company): Promise<void> {
  for (let n = 0; n < MESSAGES; n++)
    await write(n % 3 ? kwame : ines, direct(n % 3 ? ines : kwame), `Message ${n}: the oven is warm.`);
}

export async function lighthouse(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-lighthouse-'));
  const server = new Server();
  try {
    await server.start();
    const company = await newCompany(server);
    await fill(company);
    const pages: [Figure[], string[]][] = [];
    const signedOut = await startOwnBrowser(join(folder, 'signed-out'));
    try {
      pages.push(await figuresOf('sign-in', signedOut, `${server.url}/sign-in`, folder));
    } finally {
      await signedOut.close();
    }
    const browser = await startOwnBrowser(join(folder, 'signed-in'));
    try {
      const page = await browser.context.newPage();
      await signInHere(page, server, company.ines);
      await readyOffline(page);
      await page.close();
      pages.push(await figuresOf('list', browser, `${server.url}/connect`, folder));
      const conversation = `${server.url}/connect/employee/${company.kwame.id}`;
      pages.push(await figuresOf('conversation', browser, conversation, folder));
    } finally {
      await browser.close();
    }
    const notes = [
      `Lighthouse ${VERSION}, its mobile setting; list and conversation signed in, from a second visit on`,
    ];
    return {
      bench: 'lighthouse',
      figures: pages.flatMap(([figures]) => figures),
      notes: [...notes, ...pages.flatMap(([, failed]) => failed)],
    };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(lighthouse);
