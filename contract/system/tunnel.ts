// The tunnel of replays: what the collector's own client has recorded in a page goes through us, and only where a collector is configured.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { empty } from '../kernel/fields.ts';

/** Of one envelope, in characters: a page of ours with its styles is an eighth of it, and then what happened in the last lively minute. */
export const ENVELOPE_MOST = 4_194_304;

const common = { path: '/general/error-tunnel', access: 'session' } as const;

/** Asked once by each page, which loads the recorder for nothing otherwise. */
export const getTunnel = endpoint({
  ...common,
  name: 'system.tunnel.get',
  method: 'GET',
  rate: 'read',
  input: empty,
  /** Null: there is no collector. It names the tunnel and not the collector, whose address and key stay with the server. */
  output: v.strictObject({ dsn: v.nullable(v.string()) }),
  idempotency: 'none',
});

/** An envelope of Sentry's protocol, as text. Of its items only those of a replay go on; the others are dropped. */
export const sendEnvelope = endpoint({
  ...common,
  name: 'system.tunnel.send',
  method: 'POST',
  rate: 'write',
  // The collector knows a segment by its number.
  idempotency: 'natural',
  // Quoted as JSON, text of JSON can be twice as long.
  limit: 2 * ENVELOPE_MOST,
  input: v.strictObject({ envelope: v.pipe(v.string(), v.maxLength(ENVELOPE_MOST)) }),
  /** Whether anything of it goes on. It is on its way then: nobody waits for the collector. */
  output: v.strictObject({ taken: v.boolean() }),
  errors: { TUNNEL_CLOSED: 404 },
});
