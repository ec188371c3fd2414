// Every way that is known to write an address of ours so that it looks like one of the outside.
import { describe, expect, test } from 'vitest';
import { isGlobal, isPublicName } from './address.ts';

describe('addresses', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.0.1',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:81b::200e',
  ])('%s is of the outside', (address) => {
    expect(isGlobal(address)).toBe(true);
  });

  test.each([
    // This machine, and no machine at all.
    '127.0.0.1',
    '127.1.2.3',
    '127.255.255.255',
    '0.0.0.0',
    '0.1.2.3',
    '::1',
    '::',
    '0:0:0:0:0:0:0:1',
    // Networks of one's own.
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '100.64.0.1',
    '100.127.255.255',
    'fc00::1',
    'fd12:3456:789a::1',
    'fec0::1',
    // The link: where clouds keep their keys.
    '169.254.0.1',
    '169.254.169.254',
    'fe80::1',
    'fe80::a9fe:a9fe',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '168.63.129.16',
    // Many at once.
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    'ff02::1',
    'ff0e::1',
    // Examples, measurements, and what was never given out.
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '100::1',
    '5f00::1',
    '4000::1',
    // IPv4 in IPv6.
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2001:0:53aa:64c:0:0:80ff:fffe',
    // Spellings that only some readers understand.
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.1',
    '8.8.8',
    '08.8.8.8',
    '127.0.0.1.',
    '1.1.1.1 127.0.0.1',
    '',
    'localhost',
    '[::1]',
  ])('%s is not', (address) => {
    expect(isGlobal(address)).toBe(false);
  });
});

describe('names', () => {
  test.each(['example.com', 'EXAMPLE.com.', 'a.b.example.co.uk', 'xn--bcher-kva.example', 'local.example'])(
    '%s may be asked for',
    (name) => {
      expect(isPublicName(name)).toBe(true);
    },
  );
  test.each([
    'localhost',
    'LOCALHOST.',
    'app.localhost',
    'db',
    'metadata.google.internal',
    'printer.local',
    'wiki.intranet',
    'router.lan',
    'nas.home.arpa',
    '1.0.0.127.in-addr.arpa',
    'host.localdomain',
    '',
  ])('%s may not', (name) => {
    expect(isPublicName(name)).toBe(false);
  });
});
