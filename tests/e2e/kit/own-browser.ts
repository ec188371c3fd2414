// A browser process of our own, so that it can be killed hard: Playwright tells no process id of the ones it launches.
import { type ChildProcess, spawn } from 'node:child_process';
import { type BrowserContext, chromium } from 'playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

export interface OwnBrowser {
  readonly context: BrowserContext;
  /** As a person closes it: the browser writes down what it keeps. */
  close(): Promise<void>;
  /** kill -9 of the browser and all its processes. The profile stays as it is on the disk. */
  kill(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** `profile`: the user data folder, made if it is missing. */
export async function startOwnBrowser(profile: string): Promise<OwnBrowser> {
  const program = (await findBrowser()) ?? chromium.executablePath();
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
    const browser = await chromium.connectOverCDP(await debuggingAddress(child));
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no context');
    context.setDefaultTimeout(15_000);
    const close = async () => {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close').catch(() => undefined);
      await exited;
    };
    return { context, close, kill };
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
