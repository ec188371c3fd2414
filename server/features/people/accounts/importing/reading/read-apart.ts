// Reads a file in a thread of its own, one after the other: a workbook of ten thousand people takes seconds, in which nobody else's
// message would go through, and what is made to do harm ends with its thread.
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../../platform/http/errors.ts';
import type { Line } from './read-file.ts';

/** What the thread says: the lines, or the code of why there are none. */
export type Said = { readonly lines: readonly Line[] } | { readonly code: string };

const MOST_MS = 60_000;
const MOST_MB = 768;

let last: Promise<unknown> = Promise.resolve();

/** IMPORT_EMPTY, IMPORT_TOO_LARGE, IMPORT_UNREADABLE. */
export function readApart(bytes: Buffer): Promise<readonly Line[]> {
  const next = last.then(() => inThread(bytes));
  last = next.catch(() => undefined);
  return next;
}

async function inThread(bytes: Buffer): Promise<readonly Line[]> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    // Whatever this process was started with is no concern of the thread.
    execArgv: [],
  });
  const patience = setTimeout(() => void worker.terminate(), MOST_MS);
  try {
    const said = await new Promise<Said>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => resolve({ code: 'IMPORT_TOO_LARGE' }));
    });
    if ('code' in said) throw new AppError(said.code);
    return said.lines;
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('IMPORT_TOO_LARGE') : error;
  } finally {
    clearTimeout(patience);
    await worker.terminate();
  }
}
