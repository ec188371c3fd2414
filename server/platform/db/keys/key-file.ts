// The files in DATA_DIR/keys, one for each purpose: a key a line, the newest first. That one seals, each of them opens, so that a new
// key can come while what the old one has sealed is still there.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '../../config/config-error.ts';

/** The names of the files. */
export const PURPOSES = ['second-factor', 'finch', 'device', 'sso'] as const;
export type Purpose = (typeof PURPOSES)[number];
export const isPurpose = (name: string): name is Purpose => PURPOSES.some((purpose) => purpose === name);

const BYTES = 32;

export const keyFile = (dataDir: string, purpose: Purpose): string => join(dataDir, 'keys', purpose);

/** The newest first; the first one is made at the first start. Throws ConfigError. */
export function readOrMakeKeys(dataDir: string, purpose: Purpose): Buffer[] {
  const path = keyFile(dataDir, purpose);
  if (!existsSync(path)) makeFirst(dataDir, purpose);
  return readKeys(path);
}

/** Undefined if there is no such file. `changed_at`: in milliseconds since 1970. Throws ConfigError. */
export function lookAtKeys(dataDir: string, purpose: Purpose): { count: number; changed_at: number } | undefined {
  const path = keyFile(dataDir, purpose);
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { count: readKeys(path).length, changed_at: found.mtimeMs };
}

/** Puts a new key in front. */
export const addKey = (dataDir: string, purpose: Purpose): void =>
  replace(dataDir, purpose, (keys) => [randomBytes(BYTES), ...keys]);

/** Takes away all but the newest. */
export const dropOlderKeys = (dataDir: string, purpose: Purpose): void =>
  replace(dataDir, purpose, (keys) => keys.slice(0, 1));

function readKeys(path: string): Buffer[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const keys = lines.flatMap((line, at) => {
    const key = Buffer.from(line, 'base64url');
    if (line && key.length !== BYTES)
      throw new ConfigError(`Line ${at + 1} of ${path} is not a key. Put the file of a backup there.`);
    return line ? [key] : [];
  });
  if (!keys.length) throw new ConfigError(`There is no key in ${path}. Put the file of a backup there.`);
  if (new Set(keys.map((key) => key.toString('hex'))).size < keys.length)
    throw new ConfigError(`The same key stands twice in ${path}. Take one of the two lines out.`);
  return keys;
}

/** One that another server, which starts beside this one, has made meanwhile stays. */
function makeFirst(dataDir: string, purpose: Purpose): void {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const path = keyFile(dataDir, purpose);
  put(path, [randomBytes(BYTES)], (draft) => {
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

function replace(dataDir: string, purpose: Purpose, change: (keys: Buffer[]) => Buffer[]): void {
  const path = keyFile(dataDir, purpose);
  put(path, change(readKeys(path)), (draft) => renameSync(draft, path));
}

/** Put in place as a whole: whoever reads it meanwhile reads all of one or all of the other. */
function put(path: string, keys: readonly Buffer[], place: (draft: string) => void): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}`);
  const content = keys.map((key) => key.toString('base64url')).join('\n');
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600, flush: true });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
