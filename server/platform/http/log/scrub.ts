// What of an error goes into a log: where it happened and of what kind, never what people wrote. Databases, mail servers and parsers
// all quote their input in their messages.

/** What tells a kind of error, and nothing of anybody. */
const KEPT = [
  'code',
  'constraint',
  'table',
  'column',
  'routine',
  'severity',
  'syscall',
  'errno',
  'statusCode',
] as const;
const MOST = 300;
const FRAMES = 20;

/** A message without what it quotes, addresses, tokens and queries. */
export function scrub(text: string): string {
  return (text.split('\n', 1)[0] as string)
    .replaceAll(/((?:constraint|relation|column|table|function|type|index|policy for table) )"(\w{1,63})"/g, '$1<$2>')
    .replaceAll(/"[^"]*"?|`[^`]*`?|'[^']*'?(?!\w)/g, '"…"')
    .replaceAll(/[^\s<>"@]+@[^\s<>"]+/g, '[address]')
    .replaceAll(/\?[^\s"]+/g, '?…')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}/gi, '[address]')
    .replaceAll(/[A-Za-z0-9_-]{24,}/g, (word) => (UUID.test(word) ? word : '[token]'))
    .slice(0, MOST);
}
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** An error as the log has it. */
export function errorForLog(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const given = error as unknown as Record<string, unknown>;
  const kept = KEPT.flatMap((name) =>
    ['string', 'number'].includes(typeof given[name]) ? [[name, given[name]] as const] : [],
  );
  return {
    type: error.name,
    message: scrub(error.message),
    ...Object.fromEntries(kept),
    // Of the stack only the frames: its first lines are the message again.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, FRAMES)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 3 ? { cause: errorForLog(error.cause, depth + 1) } : {}),
  };
}
