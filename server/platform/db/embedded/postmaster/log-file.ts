// DATA_DIR/db.log, what PostgreSQL says, with a bound: at most two files of a few megabytes each.
import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';

const MAX_BYTES = 4 * 1024 * 1024;
const CHECK_EVERY_MS = 60_000;

/** Opens the log for appending; only its owner may read it. */
export const openLog = (file: string): number => openSync(file, 'a', 0o600);

/** Size in bytes, 0 if there is none. */
export const logSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What was written since `from` bytes, at most the last 2,000 characters. */
export function logSince(file: string, from: number): string {
  const bytes = readFileSync(file);
  return bytes.subarray(Math.min(from, bytes.length)).toString('utf8').slice(-2_000).trim();
}

/** Moves a log that is too long aside by copying: the running server holds the file open and goes on appending to it. */
export function boundLog(file: string, maxBytes = MAX_BYTES): void {
  if (logSize(file) <= maxBytes) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/** Keeps the bound while this process lives. Returns how to end it. */
export function keepBounded(file: string): () => void {
  boundLog(file);
  const timer = setInterval(() => boundLog(file), CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
