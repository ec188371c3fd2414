// Tells the server what broke in this page: each kind of error once, while there is a connection, and never anything of what is on
// the screen. Loaded after the page, with what keeps it up to date; the first bundle knows nothing of it.
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { reportError } from '#contract/system/error-report.ts';
import { ApiError, NetworkError, SessionOver } from '#src/api/errors.ts';
import { isChunkError } from './chunk-error.ts';

type Report = RequestOf<typeof reportError>;

/** A page that breaks at every turn says nothing new after so many. */
const MOST = 10;
const WORD = /^[a-z-]{1,24}$/;

/** The address without ids and tokens: no word of a route has a digit or is that long. */
export const routeOf = (path: string): string =>
  path
    .split('/')
    .map((part) => (part === '' || WORD.test(part) ? part : '$'))
    .join('/')
    .slice(0, 200);

/** A browser repeats the message above the frames: it may quote what people wrote. */
const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /:\d+:\d+\)?$/.test(line.trim()))
    .join('\n')
    .slice(0, 8000);

/** A server that refuses or is not there, a part that a new version has taken away, what was called off: all of that has a screen. */
const isExpected = (error: Error): boolean =>
  error instanceof ApiError ||
  error instanceof NetworkError ||
  error instanceof SessionOver ||
  error.name === 'AbortError' ||
  isChunkError(error);

/** What broke before this file was there, and on which page (src/boot/boot.inline.ts); a few more are kept there that nobody asks for. */
const takeEarly = () =>
  (globalThis as { readonly early?: [ErrorEvent | PromiseRejectionEvent, string][] }).early?.splice(0) ?? [];

/**
 * From now on, and what broke before. `send` may reject: nobody hears of it, and that report is lost.
 * React hands what its boundaries caught to console.error, and so do we with bugs that nobody sees: so that is heard, too.
 */
export function reportErrors(version: string, send: (report: Report) => Promise<unknown>): () => void {
  const seen = new Set<string>();
  let waiting: Report[] = [];
  const flush = () => {
    if (!navigator.onLine) return;
    for (const report of waiting) void send(report).catch(() => undefined);
    waiting = [];
  };
  const take = (kind: Report['kind'], error: unknown, path = location.pathname) => {
    if (!(error instanceof Error) || isExpected(error) || seen.size >= MOST) return;
    const stack = framesOf(error.stack ?? '');
    const fingerprint = `${error.name} ${error.message} ${stack}`;
    if (seen.has(fingerprint)) return;
    seen.add(fingerprint);
    const route = routeOf(path) || '/';
    const message = error.message.replaceAll('\0', '').slice(0, 1000).toWellFormed();
    waiting.push({ kind, type: error.name.slice(0, 100) || 'Error', message, stack, app_version: version, route });
    flush();
  };
  const onError = (event: ErrorEvent) => take('error', event.error);
  const onRejection = (event: PromiseRejectionEvent) => take('rejection', event.reason);
  const say = console.error;
  console.error = (...given: unknown[]) => {
    say.apply(console, given);
    take(
      'console',
      given.find((one) => one instanceof Error),
    );
  };
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  addEventListener('online', flush);
  for (const [event, path] of takeEarly()) {
    if ('reason' in event) take('rejection', event.reason, path);
    else take('error', event.error, path);
  }
  return () => {
    console.error = say;
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
    removeEventListener('online', flush);
  };
}
