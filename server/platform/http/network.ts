// Who counts as one in the network: a household or an office has one address of IPv4, and a whole /64 of IPv6 to take from.
import * as v from 'valibot';

const ipv6 = v.pipe(v.string(), v.ipv6());
const MAPPED = /^::ffff:(?=\d+\.)/i;
const MAPPED_HEX = /^(?:::|(?:0{1,4}:){5})ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

/** An IPv4 address as it is, also where it is written as one of IPv6; of an IPv6 address its first 64 bits. Anything else stays as it is. */
export function networkOf(address: string): string {
  const [, high, low] = MAPPED_HEX.exec(address) ?? [];
  if (high && low) {
    const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return [a >> 8, a & 255, b >> 8, b & 255].join('.');
  }
  const [plain = ''] = address.replace(MAPPED, '').split('%', 1);
  if (!v.is(ipv6, plain)) return address.replace(MAPPED, '');
  const [before = '', after] = plain.split('::');
  const head = before ? before.split(':') : [];
  const tail = after ? after.split(':') : [];
  // An IPv4 address at the end stands for two groups.
  const given = head.length + tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
  const zeros = after === undefined ? [] : Array.from({ length: 8 - given }, () => '0');
  const first = [...head, ...zeros, ...tail].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
