// Finds a Chromium for the browser tests, or installs one: Debian's by apt for root (with the fonts that screenshots need),
// Playwright's own otherwise. CHROMIUM_PATH names one and ends the search.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bin, inProject, run, ToolError, toolEnvironment } from './project.mjs';

const SYSTEM = [
  // The same without the browser's own windows: no renderers for them. What Playwright takes by itself where it can.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const FONTS = {
  'fonts-noto-color-emoji': '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf',
  'fonts-liberation': '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
};

/** What each test browser is started with. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Ubuntu's /usr/bin/chromium-browser can be a script that only asks for a snap: a browser is what says its version. */
const works = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Path of a browser that is there, or undefined. */
export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const system = SYSTEM.find((program) => existsSync(program) && works(program));
  if (system) return system;
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const apt = (...args) =>
  run('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: toolEnvironment({ DEBIAN_FRONTEND: 'noninteractive' }),
  });

/** Installs Debian packages; false where that is not possible. The lists are fetched only if they are too old. */
async function aptInstall(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const install = () => apt('install', '--no-install-recommends', ...packages);
  if ((await install()).code === 0) return true;
  await apt('update');
  return (await install()).code === 0;
}

/** The one without windows shows no notifications: the tests of those take the other one. */
const isHalf = (program) => program.endsWith('chromium-headless-shell') && !existsSync('/usr/bin/chromium');

/** Makes sure that there is a browser and gives its path. Throws ToolError saying what a person can do. */
export async function ensureBrowser() {
  const fonts = Object.keys(FONTS).filter((name) => !existsSync(FONTS[name]));
  const found = await findBrowser();
  if (found) {
    const missing = isHalf(found) ? ['chromium', ...fonts] : fonts;
    if (missing.length > 0) await aptInstall(missing);
    return found;
  }
  console.log('Installing a browser for the tests …');
  await aptInstall(['chromium', 'chromium-headless-shell', ...fonts]);
  const fromApt = await findBrowser();
  if (fromApt) return fromApt;
  const root = process.platform === 'linux' && process.getuid?.() === 0;
  const { output } = await run(bin('playwright'), ['install', ...(root ? ['--with-deps'] : []), 'chromium']);
  const own = await findBrowser();
  if (own) return own;
  throw new ToolError(
    `No Chromium for the browser tests. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n${output}`,
  );
}

if (import.meta.filename === process.argv[1])
  console.log((await findBrowser()) ?? `none (see ${inProject('tools', 'lib')})`);
