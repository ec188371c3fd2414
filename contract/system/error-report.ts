// The tunnel for error reports: what broke in somebody's browser, without who they are. The server passes it on or keeps it.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';

/** Shares of sessions that a collector's own client may record: none, and all of those in which an error happened. */
export const REPLAY_SAMPLE_RATES = { session: 0, error: 1 } as const;

/** An id as collectors write it: a UUID without its lines. */
const hexId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'Not an id of a collector'));

/** Also for pages of nobody: what keeps people from signing in must be heard of, too. */
export const reportError = endpoint({
  name: 'system.error.report',
  method: 'POST',
  path: '/general/error-report',
  access: 'open',
  rate: 'write',
  limit: 16_384,
  input: v.strictObject({
    /** How it was caught. */
    kind: v.picklist(['error', 'rejection', 'console']),
    /** The error's name. */
    type: text(100, 1),
    message: text(1000),
    /** As browsers write it. */
    stack: text(8000),
    app_version: text(50, 1),
    /** The address without what stands for somebody or something. */
    route: text(200, 1),
    /** Where the page is being recorded: under which id the collector is to know this error, and by which it finds the replay. */
    recorded: v.optional(v.strictObject({ event: hexId, replay: hexId })),
  }),
  output: v.strictObject({
    /** By which it is found: the same for the same error. */
    report_id: v.string(),
    /** The collector has it: only then a replay of it is of something. */
    passed_on: v.optional(v.literal(true)),
  }),
});
