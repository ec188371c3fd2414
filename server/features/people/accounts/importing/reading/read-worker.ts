// The thread in which one file is read.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../../../platform/http/errors.ts';
import type { Said } from './read-apart.ts';
import { readLines } from './read-file.ts';

async function read(bytes: Uint8Array): Promise<Said> {
  try {
    return { lines: await readLines(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code };
    throw error;
  }
}

parentPort?.postMessage(await read(workerData as Uint8Array));
