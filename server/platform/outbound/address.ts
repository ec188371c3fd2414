// Which addresses of the network are of the outside: those that the whole Internet can reach, and nothing of ours. Pure.
import ipaddr from 'ipaddr.js';

/** All global IPv6 addresses that were ever given out are in here; what is beside it is nobody's, or of one network alone. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Global by its number, yet it is the host of a machine at Azure, which tells that machine its secrets. */
const OF_THE_HOST = '168.63.129.16';

/**
 * True for a global unicast address. Loopback, private, link-local, shared, multicast, documentation and benchmark addresses
 * are not; nor is any IPv6 address that stands for an IPv4 one (mapped, 6to4, NAT64, Teredo): what such a thing leads to
 * depends on whoever forwards it. Anything but an address is not either.
 */
export function isGlobal(text: string): boolean {
  // A zone names an interface of this machine.
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return address.match(GIVEN_OUT);
  return ipaddr.IPv4.isValidFourPartDecimal(text) && text !== OF_THE_HOST;
}

/** Names that a network gives itself. They would not be found by asking the Internet; they are not even asked. */
const OWN_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|onion|arpa)$/;

/** False for names without a dot, and for those that only a network of one's own knows. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && name.length <= 253 && !OWN_NAME.test(name);
}
