// The one way from here to addresses that others have given us. Nobody else in the server asks for one
// (tests/architecture.test.ts); what is configured by whoever runs it, like the store of files, is no such address.
// A name is looked up once, every address that it has is judged, and the connection goes to one that was judged (asking.ts).
// Each redirect is a new address in all of this.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublicName } from './address.ts';
import { ask, hostOf, judged, portOf, type Question, targetOf } from './asking.ts';
import { bodyOf } from './body.ts';
import { asFailed, OutboundError } from './errors.ts';
import { type Reach, theInternet, txtOf } from './reach.ts';

const PATIENCE_MS = 5_000;
const MOST_REDIRECTS = 3;
/** Of what is answered to something posted: it is only read to say what was wrong. */
const MOST_SAID = 2_048;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const AGENT = 'Mozilla/5.0 (compatible; Limelight link preview)';

export interface Wanted {
  /** The content types that will do, in lower case and without parameters. */
  readonly types: readonly string[];
  /** After so many bytes, unpacked, reading stops: what was read until then is the answer. */
  readonly most: number;
  /** http: as well. What comes of it may have been changed on the way. */
  readonly unencrypted?: boolean;
  readonly signal?: AbortSignal;
}

export interface Answer {
  /** Where it came from in the end. */
  readonly url: string;
  /** One of the wanted types. */
  readonly type: string;
  /** As the sender calls it, in lower case. */
  readonly charset: string | undefined;
  readonly body: Buffer;
}

export interface Posting {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes of what is said that are read; 2 KB if it is not given. */
  readonly most?: number;
}

export interface Posted {
  /** Any: also those of failures and redirects, which are not followed. */
  readonly status: number;
  /** The header as it was sent. */
  readonly retryAfter: string | undefined;
  /** The beginning of what was said. */
  readonly said: string;
}

export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Bytes of the answer that are read. */
  readonly most: number;
  /** Milliseconds in all, where 5 seconds are too few: nobody waits for it with a connection to the database in hand. */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

export interface Exchanged {
  /** Any: also those of failures and redirects, which are not followed. */
  readonly status: number;
  readonly type: string;
  /** The header as it was sent. */
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

export interface Outbound {
  /** Asks by GET, as nobody: no cookies, no proxy, nothing kept. Throws `OutboundError`; 5 seconds in all. */
  read(address: string, wanted: Wanted): Promise<Answer>;
  /** Hands bytes over by POST, to https: alone. Throws `OutboundError` if there is no answer at all; 5 seconds in all. */
  post(address: string, posting: Posting): Promise<Posted>;
  /** A call of somebody's API, to https: alone, redirects not followed. Throws `OutboundError` if there is no answer at all; 5 seconds in all, unless it says otherwise. */
  exchange(address: string, exchange: Exchange): Promise<Exchanged>;
  /** The TXT records of a public name, each whole; none if there is no such name or nobody answers. */
  txt(name: string): Promise<readonly string[]>;
  /** False for what `post` and `exchange` would refuse by its looks. What a name leads to is judged each time something is posted. */
  accepts(address: string): boolean;
}

/** `reach`: what of the network may be reached. Only tests give one. */
export function createOutbound(reach: Reach = theInternet): Outbound {
  const unencrypted = reach.unencrypted ?? false;
  return {
    read: async (address, wanted) => {
      const patience = AbortSignal.timeout(PATIENCE_MS);
      const signal = wanted.signal ? AbortSignal.any([patience, wanted.signal]) : patience;
      try {
        let url = targetOf(address, undefined, wanted.unencrypted ?? false);
        for (let redirects = 0; ; redirects++) {
          const answer = await ask(url, await judged(url, reach, signal), reading(url, wanted), signal);
          if (!('location' in answer)) return answer;
          if (redirects === MOST_REDIRECTS) throw new OutboundError('unsuited', 'Too many redirects');
          url = targetOf(answer.location, url, wanted.unencrypted ?? false);
        }
      } catch (error) {
        throw asFailed(error);
      }
    },
    post: async (address, { headers, body, most = MOST_SAID }) => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      try {
        const url = targetOf(address, undefined, unencrypted);
        const read = (answer: IncomingMessage) => readPosted(answer, most);
        const question = { method: 'POST', headers, body, read } as const;
        return await ask(url, await judged(url, reach, signal), question, signal);
      } catch (error) {
        throw asFailed(error);
      }
    },
    exchange: async (address, { method, headers, body, most, patience = PATIENCE_MS, ...given }) => {
      const signal = AbortSignal.any([AbortSignal.timeout(patience), ...(given.signal ? [given.signal] : [])]);
      try {
        const url = targetOf(address, undefined, unencrypted);
        const read = (answer: IncomingMessage) => readExchanged(answer, most);
        const question = { method, headers, ...(body && { body }), read };
        return await ask(url, await judged(url, reach, signal), question, signal);
      } catch (error) {
        throw asFailed(error);
      }
    },
    txt: (name) => (isPublicName(name) ? txtOf(name, reach.nameServers) : Promise.resolve([])),
    accepts: (address) => {
      try {
        const url = targetOf(address, undefined, unencrypted);
        const host = hostOf(url);
        return isIP(host) ? reach.isOpen(host, portOf(url)) : isPublicName(host);
      } catch {
        return false;
      }
    },
  };
}

type Read = Answer | { readonly location: string };

const reading = (url: URL, wanted: Wanted): Question<Read> => ({
  method: 'GET',
  headers: {
    'user-agent': AGENT,
    accept: wanted.types.join(', '),
    'accept-encoding': 'gzip, deflate, br',
    'accept-language': 'en, *;q=0.5',
  },
  read: (answer) => readAnswer(url, answer, wanted),
});

async function readAnswer(url: URL, answer: IncomingMessage, wanted: Wanted): Promise<Read> {
  const { statusCode: status = 0, headers } = answer;
  if (REDIRECTS.has(status) && headers.location !== undefined) return { location: headers.location };
  if (status !== 200) throw new OutboundError(isPassing(status) ? 'failed' : 'unsuited', `Answered ${status}`);
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (!wanted.types.includes(type.trim())) throw new OutboundError('unsuited', 'Not a wanted type');
  const charset = /^\s*charset\s*=\s*"?([^"]*)/.exec(parameters.find((one) => /^\s*charset\s*=/.test(one)) ?? '')?.[1];
  return { url: url.href, type: type.trim(), charset: charset?.trim(), body: await bodyOf(answer, wanted.most) };
}

async function readExchanged(answer: IncomingMessage, most: number): Promise<Exchanged> {
  const body = await bodyOf(answer, most);
  const { 'content-type': type = '', 'retry-after': retryAfter } = answer.headers;
  return { status: answer.statusCode ?? 0, type, retryAfter, body };
}

/** What may be different in a while. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

async function readPosted(answer: IncomingMessage, most: number): Promise<Posted> {
  // Whoever breaks off while explaining has answered all the same.
  const said = await bodyOf(answer, most).catch(() => Buffer.alloc(0));
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], said: said.toString() };
}
