// Holds what ARCHITECTURE.md says and the linter cannot: who may import whom by resolved path, complete registries, sizes.
// A rule that is changed there is changed here in the same commit.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const tops = ['contract', 'server', 'src', 'sw', 'tests', 'tools', 'bench'];

function below(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => statSync(path.join(root, name)).isFile());
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file);
const isGenerated = (file: string) => file.endsWith('.gen.ts');
const files = tops.flatMap(below).filter((file) => !isGenerated(file));
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const texts = files.filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file));
const program = code.filter((file) => /^(contract|server|src|sw)\//.test(file) && !isTest(file));

type Import = { from: string; written: string; to: string };

/** All imports of a file that lead to a file of ours, types included; `to` is the path from the root. */
function importsOf(from: string): Import[] {
  const text = read(from).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = text.matchAll(/(?:^|[;}\s])(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, statement, other]) => {
    const written = statement ?? other ?? '';
    if (written.startsWith('#')) return [{ from, written, to: written.slice(1) }];
    if (written.startsWith('.')) return [{ from, written, to: path.posix.join(path.posix.dirname(from), written) }];
    return [];
  });
}

const imports = program.flatMap(importsOf);

/** The room of a file, as in the table of ARCHITECTURE.md; files directly in `server` and `src` wire the rest together. */
function roomOf(file: string): string {
  const [top = '', second = '', third = ''] = file.split('/');
  if (file === 'contract/registry.ts') return file;
  if (top === 'contract') return second === 'kernel' ? 'contract/kernel' : 'contract';
  if (second === 'features') return `${top}/features/${third}`;
  if (top === 'server') return second === 'platform' ? 'server/platform' : 'server';
  if (top === 'src') return file.split('/').length > 2 && second !== 'app' ? `src/${second}` : 'src/app';
  return top;
}

const contract = ['contract', 'contract/kernel'];
const below3 = ['contract/kernel', 'src/api', 'src/realtime', 'src/offline', 'src/boot'];
/** The wire of sessions and sync is what those layers are made of. */
const ofTheLayers = ['contract/auth.ts', 'contract/sync.ts'];

/** What a room may import besides itself. */
function allowed(room: string, { to }: Import): boolean {
  const target = roomOf(to);
  const one = (...rooms: string[]) => rooms.includes(target);
  if (target === room) return true;
  if (room === 'contract/kernel') return false;
  if (room === 'contract') return one('contract/kernel');
  if (room === 'contract/registry.ts') return one(...contract);
  if (room === 'server/platform') return one(...contract, 'contract/registry.ts');
  if (room === 'server') return target.startsWith('server') || target.startsWith('contract');
  if (room.startsWith('server/features/')) {
    if (/^server\/features\/[^/]+\/service\.ts$/.test(to)) return true;
    return one(...contract, 'contract/registry.ts', 'server/platform');
  }
  if (room.startsWith('src/features/')) return one(...contract, 'src/kit', 'src/api', 'src/realtime', 'src/offline');
  if (room === 'src/kit') return one(...contract, 'src/api', 'src/offline', 'src/boot');
  if (['src/api', 'src/realtime', 'src/offline', 'src/boot'].includes(room))
    return one(...below3) || ofTheLayers.includes(to);
  if (room === 'src/app') return one(...contract) || target.startsWith('src/');
  if (room === 'sw') return one(...contract, 'src/offline');
  return false;
}

const say = ({ from, written }: Import) => `${from} imports ${written}`;

/** The line of a registry that should be there: true if the file imports it. */
const registers = (registry: string, to: string) => importsOf(registry).some((found) => found.to === to);

const contractFeatures = below('contract')
  .filter((file) => /^contract\/[^/]+\.ts$/.test(file) && !isTest(file) && file !== 'contract/registry.ts')
  .filter((file) => /=\s*(?:endpoint|event)\b[^=]*?\(/.test(read(file)))
  .map((file) => path.basename(file, '.ts'));

describe('who may import whom', () => {
  it('only the rooms that the table allows', () => {
    expect(imports.filter((found) => !allowed(roomOf(found.from), found)).map(say)).toEqual([]);
  });

  it('goes from one top folder to another by #, and inside a feature by a relative path', () => {
    const top = (file: string) => file.split('/')[0];
    const wrong = imports.filter(({ from, written, to }) => {
      if (top(from) !== top(to)) return !written.startsWith('#');
      return roomOf(from).includes('/features/') && roomOf(from) === roomOf(to) && written.startsWith('#');
    });
    expect(wrong.map(say)).toEqual([]);
  });

  it('names the file with its extension', () => {
    expect(imports.filter(({ to }) => !/\.[a-z]+(\?[a-z]+)?$/.test(to)).map(say)).toEqual([]);
  });

  it('reaches the outside through one room each, also by way of window', () => {
    const doors: Record<string, string[]> = {
      fetch: ['src/api'],
      XMLHttpRequest: ['src/api'],
      WebSocket: ['src/realtime'],
      indexedDB: ['src/offline'],
      localStorage: ['src/offline', 'src/boot'],
      sessionStorage: ['src/offline', 'src/boot'],
    };
    const wrong = program
      .filter((file) => /^(src|sw)\//.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(?:window|globalThis|self)\.(\w+)/g)]
          .filter(([, name = '']) => doors[name] && !doors[name].includes(roomOf(file)))
          .map(([use, name = '']) => `${file} uses ${use}, which is for ${doors[name]?.join(' and ')}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the server', () => {
  // Listening and typing is no asking; windows.ts finds a free port, s3.ts and sentry.ts ask what whoever runs it has named.
  const may = [
    'server/platform/db/embedded/windows.ts',
    'server/platform/files/s3.ts',
    'server/platform/http/log/sentry.ts',
  ];
  it('asks addresses of others through platform/outbound alone', () => {
    const asks =
      /(?<![.\w])fetch\(|^import (?!type\b)[^;]*?\bfrom '(?:node:)?(?:https?2?|net|tls|dns|dns\/promises|dgram|undici)'/m;
    const wrong = program
      .filter((file) => file.startsWith('server/') && !file.startsWith('server/platform/outbound/'))
      .filter((file) => !may.includes(file) && asks.test(read(file)));
    expect(wrong).toEqual([]);
    // The rule sees what it is there for.
    expect(
      asks.test(read('server/platform/outbound/asking.ts')) && asks.test(read('server/platform/files/s3.ts')),
    ).toBe(true);
  });
});

describe('registries', () => {
  it('has one line per feature in contract/registry.ts', () => {
    expect(contractFeatures.length).toBeGreaterThan(0);
    const missing = contractFeatures.filter((name) => !registers('contract/registry.ts', `contract/${name}.ts`));
    expect(missing.map((name) => `contract/registry.ts lacks: import * as ${name} from './${name}.ts';`)).toEqual([]);
  });

  it.each(['server', 'src'])('has one line per feature in %s/registry.ts', (top) => {
    const missing = foldersIn(`${top}/features`)
      .map((name) => `${top}/features/${name}/feature.ts`)
      .filter((file) => !files.includes(file) || !registers(`${top}/registry.ts`, file));
    expect(missing.map((file) => `${top}/registry.ts lacks an import of ./${file.slice(top.length + 1)}`)).toEqual([]);
  });

  it('calls a feature by one word in contract, server and client', () => {
    const named = ['server', 'src'].flatMap((top) => foldersIn(`${top}/features`).map((name) => ({ top, name })));
    const strangers = named.filter(({ name }) => !files.includes(`contract/${name}.ts`));
    expect(strangers.map(({ top, name }) => `${top}/features/${name} has no contract/${name}.ts`)).toEqual([]);
    const served = foldersIn('server/features');
    expect(
      contractFeatures.filter((name) => !served.includes(name)).map((name) => `no server/features/${name}`),
    ).toEqual([]);
  });
});

describe('size and form', () => {
  const lines = (file: string) => read(file).trimEnd().split('\n').length;

  it('keeps the contract kernel under 300 lines in all', () => {
    const kernel = below('contract/kernel').filter((file) => !isTest(file));
    expect(kernel.map(lines).reduce((sum, count) => sum + count, 0)).toBeLessThan(300);
  });

  it('has no file over 400 lines', () => {
    expect(texts.filter((file) => lines(file) > 400).map((file) => `${file}: ${lines(file)}`)).toEqual([]);
  });

  it('opens every file with a comment that says what it owns', () => {
    const opens = /^(#!.*\n|\/\/\/ <.*\n)*(\/\/ ?\S|\/\*|--)/;
    // A test is named after what it tests.
    expect(texts.filter((file) => !isTest(file) && !opens.test(read(file)))).toEqual([]);
  });

  it('keeps folders under 15 siblings, tests beside them not counted', () => {
    // These hold one entry per feature or per point in time and grow with the product.
    const growing = /^(contract|server\/features|src\/features|tests\/flows|tests\/e2e|.*\/migrations)$/;
    const entries = new Map<string, Set<string>>();
    for (const file of files.filter((name) => !isTest(name))) {
      for (let at = file; at.includes('/'); at = path.posix.dirname(at)) {
        const folder = path.posix.dirname(at);
        entries.set(folder, (entries.get(folder) ?? new Set()).add(at));
      }
    }
    const full = [...entries].filter(([folder, inside]) => inside.size >= 15 && !growing.test(folder));
    expect(full.map(([folder, inside]) => `${folder}: ${inside.size}`)).toEqual([]);
  });

  it('names files in kebab-case', () => {
    const kebab = /^(__root|[$a-z0-9]+([-._][$a-z0-9_]+)*)$/;
    expect(code.filter((file) => !kebab.test(path.basename(file).replace(/\.\w+$/, '')))).toEqual([]);
  });

  it('has no file that only passes on what others export', () => {
    const onlyPassesOn = (file: string) => {
      const rest = read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return /^\s*(export\s[^;]*?from\s*'[^']+';\s*)+$/.test(rest);
    };
    expect(program.filter((file) => path.basename(file) === 'index.ts' || onlyPassesOn(file))).toEqual([]);
  });
});

describe('the runtime', () => {
  it('is Node 24, which the package "node" brings', () => {
    expect(process.version).toMatch(/^v24\./);
  });
});

it('the lock names the parts of every system, not only of the one on which it was written', () => {
  type Locked = { optionalDependencies?: Record<string, string> };
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const named = Object.keys(packages);
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  const missing = wanted.filter((name) => !named.some((place) => place.endsWith(`node_modules/${name}`)));
  expect(missing).toEqual([]);
});
