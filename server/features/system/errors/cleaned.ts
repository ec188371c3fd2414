// A report without anything that could be about somebody, whatever the page has sent: and by what the same error is known again.
import { createHash } from 'node:crypto';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import type { reportError } from '#contract/system/error-report.ts';
import { scrub } from '../../../platform/http/log/scrub.ts';

export interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}
export interface ErrorReport {
  readonly fingerprint: string;
  readonly kind: string;
  readonly type: string;
  readonly message: string;
  readonly app_version: string;
  readonly route: string;
  /** Innermost first. */
  readonly frames: readonly Frame[];
  readonly recorded: { readonly event: string; readonly replay: string } | undefined;
}

const MOST_FRAMES = 30;
/** Longer than any line of a stack that a browser writes. */
const LONGEST_LINE = 400;
/** `name (`, `async name (`, `name@`: what stands before the address. */
const NAME = /^(?:at )?(?:async )?([\w$.<>[\]# ]{1,80})[(@]$/;
/** `https://host/assets/x.js:1:2` at the end of a line. */
const PLACE = /^[a-z-]{1,20}:\/\/[^/\s]*\/([^?#\s()]*)[^\s()]*:(\d{1,9}):(\d{1,9})$/;
/** Our own files. Other addresses could name anything. */
const OURS = /^(?:assets\/|src\/)?[\w.\-/]{1,100}\.(?:js|mjs|ts|tsx)$/;
const WORD = /^[a-z-]{1,24}$/;

export const stackOf = (frames: readonly Frame[]): string =>
  frames.map((frame) => `at ${frame.function} (${frame.filename}:${frame.lineno}:${frame.colno})`).join('\n');

/**
 * `at name (https://host/assets/x.js:1:2)`, `name@https://host/assets/x.js:1:2`, with or without the name. Anybody may send this: the line is
 * taken apart by hand, since one expression for all of it would try for minutes where there are thousands of spaces.
 */
function placeIn(line: string): { name: string; file: string; lineno: string; colno: string } | null {
  const text = line
    .slice(0, LONGEST_LINE + 1)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\)$/, '');
  const scheme = text.length > LONGEST_LINE ? -1 : text.indexOf('://');
  if (scheme < 0) return null;
  const begin = Math.max(...[' ', '(', '@'].map((char) => text.lastIndexOf(char, scheme))) + 1;
  const [, file, lineno, colno] = PLACE.exec(text.slice(begin)) ?? [];
  if (file === undefined || lineno === undefined || colno === undefined) return null;
  return { name: NAME.exec(text.slice(0, begin).replace(/ \($/, '('))?.[1] ?? '', file, lineno, colno };
}

export function framesOf(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const found = placeIn(line);
      if (!found) return [];
      const { name, file, lineno, colno } = found;
      const filename = OURS.test(file) ? file : '<other>';
      return [{ function: name.trim() || '?', filename, lineno: Number(lineno), colno: Number(colno) }];
    })
    .slice(0, MOST_FRAMES);
}

/** Only words of addresses stay: what stands for a person, a place or a token does not look like one. */
export const templateOf = (route: string): string =>
  (route.split(/[?#]/, 1)[0] as string)
    .split('/')
    .map((part) => (part === '' || WORD.test(part) ? part : '$'))
    .join('/');

export const versionOf = (text: string): string => (/^[\w.+-]{1,50}$/.test(text) ? text : 'unknown');

export function cleaned(given: ParsedOf<typeof reportError>): ErrorReport {
  const frames = framesOf(given.stack);
  const type = /^[\w$]{1,60}$/.test(given.type) ? given.type : 'Error';
  const message = scrub(given.message);
  const known = [type, message, stackOf(frames.slice(0, 3))].join('\n');
  return {
    fingerprint: createHash('sha256').update(known).digest('hex').slice(0, 16),
    kind: given.kind,
    type,
    message,
    app_version: versionOf(given.app_version),
    route: templateOf(given.route),
    frames,
    recorded: given.recorded,
  };
}
