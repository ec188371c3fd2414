// A browser process of our own, so that it can be killed hard (Playwright tells no process id of the ones it launches), and its
// profile as it lies on the disk: what of the app's content stands in its files, whatever the browser says.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type BrowserContext, chromium } from 'playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

export interface OwnBrowser {
  readonly context: BrowserContext;
  /** Of its debugging protocol, for programs beside Playwright. */
  readonly port: number;
  /** As a person closes it: the browser writes down what it keeps. */
  close(): Promise<void>;
  /** kill -9 of the browser and all its processes. The profile stays as it is on the disk. */
  kill(): Promise<void>;
}

const PATIENCE_MS = 60_000;

/** `profile`: the user data folder, made if it is missing. `given`: another browser than all tests have. */
export async function startOwnBrowser(profile: string, given?: string): Promise<OwnBrowser> {
  const program = given ?? (await findBrowser()) ?? chromium.executablePath();
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1440,900'];
  const child = spawn(program, [...BROWSER_FLAGS, ...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: its renderers end with it.
    detached: true,
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const kill = async () => {
    const runs = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && runs) process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  try {
    const address = await debuggingAddress(child);
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no context');
    context.setDefaultTimeout(60_000);
    const close = async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await exited;
    };
    return { context, port: Number(new URL(address).port), close, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = '';
    const late = setTimeout(() => fail(new Error(`The browser was not ready in time:\n${said}`)), PATIENCE_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(late);
      done(address);
    });
    child.once('exit', (code) => fail(new Error(`The browser ended with ${code}:\n${said}`)));
  });
}

/** A word that stands nowhere else and shares nothing with others: packed files hold it in one piece. */
export const canary = (): string => [...randomBytes(14)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** Runs `work` with the path of a fresh profile, and deletes it. */
export async function inProfile(work: (profile: string) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  try {
    await work(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

const HISTORY = /^Default\/(History|Sessions\/|Top Sites|Favicons|Shortcuts)/;

/**
 * Where the words stand, as `WORD'S NAME: FILE`, in either way in which browsers write text. The browser should be closed.
 * Left out is the browser's own history (the one with windows writes it): which pages were called what is the person's to delete,
 * no page can.
 */
export function foundIn(profile: string, words: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (const path of filesIn(profile)) {
    if (HISTORY.test(relative(profile, path))) continue;
    const bytes = orNothing(() => readFileSync(path), Buffer.alloc(0));
    for (const [name, word] of Object.entries(words)) {
      if (bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
        found.push(`${name}: ${relative(profile, path)}`);
    }
  }
  return found.sort();
}

/** Folder by folder: read in one go, one folder that the browser deletes meanwhile ends all of it. */
function filesIn(folder: string): string[] {
  return orNothing(() => readdirSync(folder, { withFileTypes: true }), []).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}

/** Of what the browser deletes meanwhile nothing is left to be found. */
function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
