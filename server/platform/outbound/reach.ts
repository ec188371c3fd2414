// What of the network the server reaches for others: global addresses on the two ports of the web.
import { Resolver } from 'node:dns/promises';
import { isGlobal, isPublicName } from './address.ts';
import { OutboundError } from './errors.ts';

export interface Reach {
  /** All addresses that a name has; none if there is no such name. Not called for what is an address already. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  isOpen(address: string, port: number): boolean;
  /** What is posted may go over http:, too. The real one never says so. */
  readonly unencrypted?: boolean;
  /** Whom to ask for TXT records, `address:port`. The real one asks those of this machine. */
  readonly nameServers?: readonly string[];
}

const PORTS = new Set([80, 443]);

/** Asks name servers only: neither the hosts file nor a search domain can make a name mean something of ours. */
async function resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
  if (!isPublicName(hostname)) throw new OutboundError('refused', 'Not a public name');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

export const theInternet: Reach = {
  resolve,
  isOpen: (address, port) => PORTS.has(port) && isGlobal(address),
};

/** The TXT records of a name; none if there are none, or if nobody answers. */
export async function txtOf(name: string, nameServers: readonly string[] | undefined): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers) resolver.setServers(nameServers);
  const found = await resolver.resolveTxt(name).catch(() => []);
  return found.map((parts) => parts.join(''));
}
