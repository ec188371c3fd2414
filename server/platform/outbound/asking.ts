// One question to an address of the outside: read as a browser reads it, every address of its name judged, and the connection
// to one that was judged, so it does not matter what the name says a moment later.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { OutboundError } from './errors.ts';
import type { Reach } from './reach.ts';

const MOST_HEADERS = 16_384;

/** Reads an address as a browser does, so that a number in any spelling is the address that it means. */
export function targetOf(address: string, base: URL | undefined, unencrypted: boolean): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : undefined;
  if (!url) throw new OutboundError('refused', 'Not an address');
  if (url.protocol !== 'https:' && !(unencrypted && url.protocol === 'http:'))
    throw new OutboundError('refused', 'Not a scheme that is asked');
  if (url.username || url.password) throw new OutboundError('refused', 'A name or a password in the address');
  url.hash = '';
  return url;
}

export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The addresses to connect to, all of them judged: one that is not of the outside refuses the others as well. */
export async function judged(url: URL, reach: Reach, signal: AbortSignal): Promise<readonly string[]> {
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await reach.resolve(host, signal);
  signal.throwIfAborted();
  if (!found.length) throw new OutboundError('failed', 'No such name');
  if (!found.every((address) => reach.isOpen(address, portOf(url))))
    throw new OutboundError('refused', 'Not an address of the outside');
  // The other family only matters where the first one leads nowhere.
  const first = (family: number) => found.find((address) => isIP(address) === family);
  return [first(4), first(6)].filter((address) => address !== undefined);
}

export interface Question<T> {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The connection is let go of once this is done, whatever was read until then. */
  readonly read: (answer: http.IncomingMessage) => Promise<T>;
}

/** Asks at the first of the addresses, and at the next one only if there is nobody. */
export async function ask<T>(
  url: URL,
  addresses: readonly string[],
  question: Question<T>,
  signal: AbortSignal,
): Promise<T> {
  let problem: unknown;
  for (const address of addresses) {
    try {
      return await askAt(url, address, question, signal);
    } catch (error) {
      if (!/^E(?:CONNREFUSED|(?:NET|HOST)UNREACH|ADDRNOTAVAIL)$/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
      problem = error;
    }
  }
  throw problem;
}

/** The connection goes to `address` whatever the name says; the other side is still asked for, and proves, the name. */
async function askAt<T>(url: URL, address: string, question: Question<T>, signal: AbortSignal): Promise<T> {
  const host = hostOf(url);
  const options: https.RequestOptions = {
    method: question.method,
    host: address,
    port: portOf(url),
    path: url.pathname + url.search,
    servername: isIP(host) ? '' : host,
    // An agent of its own: no connection is used again, and none goes through a proxy of the environment.
    agent: false,
    setHost: false,
    headers: { host: url.host, ...question.headers, connection: 'close' },
    maxHeaderSize: MOST_HEADERS,
    signal,
  };
  const asked = (url.protocol === 'https:' ? https : http).request(options);
  // Also after we have read enough and let go of it.
  asked.on('error', () => undefined);
  // Nobody asked for another protocol. Without somebody to hear this, the request would end with neither answer nor error.
  asked.once('upgrade', (_answer, socket) => {
    socket.destroy();
    asked.emit('error', new OutboundError('unsuited', 'Another protocol'));
  });
  asked.end(question.body);
  try {
    const [answer] = (await once(asked, 'response', { signal })) as [http.IncomingMessage];
    answer.on('error', () => undefined);
    return await question.read(answer);
  } finally {
    asked.destroy();
  }
}
