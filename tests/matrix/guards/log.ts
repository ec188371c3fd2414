// What the servers of this process write into their logs.

export interface CapturedLog {
  /** So far; a line of JSON each. */
  lines(): string[];
  stop(): void;
}

/** From now on they come here instead of standard error. Servers that are to say something are started with a `logLevel`. */
export function captureLog(): CapturedLog {
  const real = process.stderr.write;
  let said = '';
  process.stderr.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (!text.startsWith('{"level":')) return real.call(process.stderr, chunk, ...rest);
    said += text;
    return true;
  }) as typeof real;
  return {
    lines: () => said.split('\n').filter(Boolean),
    stop: () => {
      process.stderr.write = real;
    },
  };
}
