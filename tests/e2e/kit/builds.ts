// Builds of the client to be served one after the other: copies of the real one that differ in what a browser can see.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtClient } from './server.ts';

/** A copy of the built client in a folder of its own. */
export function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-build-'));
  cpSync(builtClient(), folder, { recursive: true });
  return folder;
}

/** Makes the build in the folder another one, named by `<meta name="build">`, as a deploy would: page and worker change. */
export function deploy(folder: string, name: string): void {
  change(folder, 'index.html', (html) =>
    html.replace(/<meta name="build"[^>]*>/, '').replace('</title>', `</title><meta name="build" content="${name}">`),
  );
  // The worker compares this value with that of the page it holds; any other one makes it fetch the page anew.
  change(folder, 'sw.js', (script) =>
    script.replace(/(?<="revision":")\w+(?=","url":"index\.html")/, name.padEnd(32, '0')),
  );
}

/** Names a chunk in the worker as if its content had changed. The app goes on asking for the one that it knows. */
export function rename(folder: string, chunk: string): void {
  const assets = join(folder, 'assets');
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  // Those of earlier builds lie beside them.
  const isIts = (file: string) => /^[\w-]+-[\w-]{8}\.(?:js|css)$/.test(file) && worker.includes(file);
  const files = readdirSync(assets).filter((file) => file.startsWith(chunk) && isIts(file));
  if (!files.length) throw new Error(`No chunk ${chunk}`);
  for (const file of files) {
    const other = file.replace(/[\w-]{8}(?=\.\w+$)/, 'changed0');
    cpSync(join(assets, file), join(assets, other));
    change(folder, 'sw.js', (script) => script.replace(file, other));
  }
}

/** Takes the chunks away whose names begin so. Returns how to put them back. */
export function withoutChunk(folder: string, start: string): () => void {
  const assets = join(folder, 'assets');
  const taken = readdirSync(assets).filter((file) => file.startsWith(start));
  if (!taken.length) throw new Error(`No chunk ${start}`);
  const kept = taken.map((file) => [join(assets, file), readFileSync(join(assets, file))] as const);
  for (const [file] of kept) rmSync(file);
  return () => {
    for (const [file, content] of kept) writeFileSync(file, content);
  };
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${file} is not as this test knows it`);
  writeFileSync(path, after);
  // The server would prefer these.
  for (const ending of ['.br', '.gz']) rmSync(path + ending, { force: true });
}
