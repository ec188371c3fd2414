// Puts what the first paint needs into index.html: the boot script, its style, the font preloads, and the CSP that knows
// the script by its hash (not by a nonce: the worker serves the same page offline).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin, type Rolldown, runnerImport, transformWithOxc } from 'vite';
import { MANIFEST_PATH } from '#contract/company.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

export interface BootHtmlOptions {
  /** Absolute folder of the project. */
  root: string;
  /** Origin of the API when it is not the app's own (VITE_BACKEND_URL). */
  backend?: string | undefined;
  /** Beginnings of the font files to preload. */
  fonts: readonly string[];
  /** The modules of each shell: with `data-shell` known before anything is loaded, their files are fetched beside the entry. */
  shells: Readonly<Record<'in' | 'out', readonly string[]>>;
}

/**
 * The policy of the page. `'unsafe-inline'` stands for styles only: scroll lock and editor write <style> elements. Where browsers know
 * Trusted Types no text becomes markup or a script's address, but by those that are named: ours for the app (src/boot/start.inline.ts) and
 * its worker (src/app/update/worker.ts), and the editor's, which reads what was pasted in a document that runs nothing.
 */
export function contentSecurityPolicy(scripts: readonly string[], backend?: string): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const origin = backend ? new URL(backend).origin : undefined;
  const api = origin ? [origin, origin.replace(/^http/, 'ws')] : [];
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...api].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types limelight-start limelight ProseMirrorClipboard',
  ].join('; ');
}

/** Comments and indentation out; enough for a file that is written by hand and inlined. */
export function squeezeCss(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{}:;,>])\s*/g, (_, sign: string) => sign)
    .replace(/;}/g, '}')
    .trim();
}

/**
 * Stylesheets go to the end of the body: the splash paints without waiting for them, the app's script still does. Nor are they preloaded: to
 * ask for one takes a slow processor half a frame of the first paint, and a browser that waits for the line has read ahead by itself.
 */
export function lateStyles(html: string): string {
  const links: string[] = [];
  const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
    links.push(link.trim());
    return '';
  });
  return rest.replace('</body>', () => `${links.join('')}</body>`);
}

/** What the tags of the entry name: its own address, and the files that it is in, without the slash before them. */
export interface Entry {
  readonly src: string;
  readonly files: readonly string[];
}

/** The tags of the entry go: a script asks for all of it, at once or when it is wanted (src/boot/start.inline.ts). */
export function withoutEntry(html: string): { readonly html: string; readonly entry: Entry } {
  const [scripts, preloads]: [string[], string[]] = [[], []];
  const rest = html.replace(
    /\s*<(?:link rel="modulepreload"|(script) type="module")[^>]* (?:href|src)="\/([^"]+)"[^>]*>(?:<\/script>)?/g,
    (_, script: string | undefined, file: string) => {
      (script ? scripts : preloads).push(file);
      return '';
    },
  );
  // An entry that only imports has a script for each file, the last of which is the app; any other has one, and preloads.
  const src = scripts.at(-1);
  if (!src) throw new Error('The page has no script of its own');
  return { html: rest, entry: { src: `/${src}`, files: [...preloads, ...scripts] } };
}

/** The app's address, and all scripts that take over the form of signing in. */
function startOf({ src, files }: Entry, behind: readonly string[]): string {
  const all = [...files, ...behind.filter((file) => file.endsWith('.js'))].map((file) => `/${file}`);
  return `data-src="${src}" data-files="${all.join(' ')}"`;
}

/** The files behind the modules, that the entry does not bring anyway: scripts and styles. */
export function filesBehind(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const reach = (from: readonly string[]): Set<string> => {
    const found = new Set<string>();
    const left = [...from];
    while (left.length > 0) {
      const name = left.pop() ?? '';
      const chunk = bundle[name];
      if (found.has(name) || chunk?.type !== 'chunk') continue;
      found.add(name);
      left.push(...chunk.imports);
    }
    return found;
  };
  const initial = reach(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
  const isOne = (id: string) => modules.some((module) => id.replaceAll('\\', '/').endsWith(module));
  const own = chunks.filter((chunk) => chunk.moduleIds.some(isOne));
  const files = [...reach(own.map((chunk) => chunk.fileName))].filter((name) => !initial.has(name));
  const styles = files.flatMap((name) => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  // The worker answers one after the other, and what the last visit left to be seen waits for styles alone.
  return [...styles, ...files];
}

/**
 * Runs once the splash is there: asks for the entry's files, and for the shell's, at once instead of when the entry has run. Where the
 * worker has put in what was last on the screen, all scripts come after that is painted: their answers would take it a sixth of its time,
 * their compiling the second core. Where the page has a form of its own, all scripts come when they are wanted (src/boot/start.inline.ts).
 */
const early = (entry: readonly string[], files: Readonly<Record<string, readonly string[]>>) =>
  `const d=document.documentElement.dataset;for(const f of[...${JSON.stringify(entry)},...${JSON.stringify(files)}[d.shell]]){const l=document.createElement("link"),a=()=>document.head.append(l);l.href="/"+f;if(f.endsWith(".js")){l.rel="modulepreload";const e="held"in d?"wanted":"kept"in d&&"kept";if(e){addEventListener(e,a,{once:!0});continue}}else{l.rel="stylesheet";l.onerror=()=>l.remove()}a()}`;

/**
 * The fonts are asked for at once where the worker has them, but in the body: for what the head preloads Chromium holds back the first
 * paint, for up to 50 ms. On a first visit they would take a fifth of a slow line from the scripts, or from what the worker fetches: there
 * they come when something is written in them, and others as wide stand in until then (kit/ui/theme/fonts.css).
 */
const fontsFirst = (files: readonly string[]) =>
  files.length > 0 &&
  `if(navigator.serviceWorker?.controller)for(const f of ${JSON.stringify(files)}){const l=document.createElement("link");l.rel="preload";l.as="font";l.type="font/woff2";l.crossOrigin="";l.href="/"+f;document.head.append(l)}`;

/**
 * A worker answers at once: its answers can wait until the splash is painted, as to ask takes a slow processor a frame. Of what waits for
 * the same frame this is the first (src/boot/kept-screen.inline.ts looks for these styles).
 */
const afterPaint = (script: string) =>
  `{const a=()=>{${script}};if(navigator.serviceWorker?.controller&&!document.hidden)requestAnimationFrame(()=>setTimeout(a));else a()}`;

/**
 * Runs after the boot script: the app of the company is named before the browser reads the manifest. Changed later
 * (src/app/settings/install/name-app.ts), Chromium at times keeps the one that it was just reading.
 */
const NAMED = `try{const k=localStorage.company,c=k&&JSON.parse(k).company_id;if(c){const l=document.createElement("link");l.rel="manifest";l.href="${API_BASE}${MANIFEST_PATH}?company_id="+c;document.head.append(l)}}catch{}`;

/**
 * Right behind the splash, as Chromium lets a frame pass after a script of the body, and reads no further before it: what is below takes a
 * slow processor as long as that frame.
 */
const ASKS = '<!--asks-->';

/** Where the worker puts what was on the screen (sw/shell/kept-screen.ts); the script behind it paints that. */
const KEPT_SCREEN = '<!--kept-screen-->';

/** Where the form of signing in goes that is there before the app is (src/boot/first-form.inline.ts). */
const FIRST_FORM = '<!--first-form-->';

const noStyles: Plugin = {
  name: 'limelight:no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? '' : undefined),
};

/** As the app draws it. The page has a title of its own. */
async function drawFirstForm(root: string): Promise<string> {
  const file = join(root, 'src/app/shell/signed-out/first-form.tsx');
  const { module } = await runnerImport<typeof import('#src/app/shell/signed-out/first-form.tsx')>(file, {
    root,
    configFile: false,
    plugins: [noStyles],
    logLevel: 'error',
  });
  return `<template id="first-form-drawn">${module.firstForm().replace(/<title>.*?<\/title>/, '')}</template>`;
}

async function inlineScript(file: string): Promise<string> {
  const plain = await transformWithOxc(readFileSync(file, 'utf8'), file, { target: 'es2022' });
  const small = await minify(file.replace(/\.ts$/, '.js'), plain.code, { mangle: true, compress: true });
  return small.code.trim();
}

export function bootHtml(options: BootHtmlOptions): Plugin {
  let building = false;
  return {
    name: 'limelight:boot-html',
    configResolved: (config) => {
      building = config.command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (given, context) => {
        const boot = await inlineScript(join(options.root, 'src/boot/boot.inline.ts'));
        const bundle = context.bundle;
        // In development the app is a tag of Vite's, and starts at once.
        const { html, entry } = bundle ? withoutEntry(given) : { html: given, entry: undefined };
        const shells = bundle && {
          in: filesBehind(bundle, options.shells.in),
          out: filesBehind(bundle, options.shells.out),
        };
        const files = Object.keys(bundle ?? {});
        const fonts = options.fonts.flatMap((font) => files.filter((file) => file.startsWith(`assets/${font}`)));
        const script = [boot, options.backend ? '' : NAMED].filter(Boolean).join('\n');
        const asks = shells && entry ? afterPaint(early(entry.files, shells)) : '';
        const kept = [fontsFirst(fonts), await inlineScript(join(options.root, 'src/boot/kept-screen.inline.ts'))]
          .filter(Boolean)
          .join('\n');
        const style = squeezeCss(readFileSync(join(options.root, 'src/boot/boot.inline.css'), 'utf8'));
        const first = await inlineScript(join(options.root, 'src/boot/first-form.inline.ts'));
        // In development the app's styles are a part of its scripts: nothing could be shown sooner.
        const drawn = bundle ? await drawFirstForm(options.root) : '';
        const start = await inlineScript(join(options.root, 'src/boot/start.inline.ts'));
        const policy = contentSecurityPolicy([script, asks, kept, first, start], options.backend);
        const head = [
          // In development Vite inlines a script of its own, so there the policy would only be in the way.
          building ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : '',
          `<style>${style}</style>`,
          `<script>${script}</script>`,
        ];
        const app = shells && entry ? `<script type="module" ${startOf(entry, shells.out)}>${start}</script>` : '';
        const page = html
          .replace('<!--boot-->', () => head.join(''))
          .replace(ASKS, () => `<script>${asks}</script>`)
          .replace(KEPT_SCREEN, () => `${app}${KEPT_SCREEN}<script>${kept}</script>`)
          .replace(FIRST_FORM, () => `${drawn}<script>${first}</script>`);
        return lateStyles(page);
      },
    },
  };
}
