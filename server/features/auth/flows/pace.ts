// Answers that take the same time whether there was something to do or not.

/** Longer than looking up, writing and committing take on a quiet machine. */
const LEAST_MS = 120;

/** Runs `work` and answers after `LEAST_MS` at the earliest, also when it fails. */
export async function atLeast<T>(work: () => Promise<T>): Promise<T> {
  const pause = new Promise<void>((done) => setTimeout(done, LEAST_MS));
  try {
    return await work();
  } finally {
    await pause;
  }
}
