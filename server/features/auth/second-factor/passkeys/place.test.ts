import { expect, test } from 'vitest';
import { passkeysAt, placeOf } from './place.ts';

test.for([
  ['https://limelight.example.com', { rp_id: 'limelight.example.com', origin: 'https://limelight.example.com' }],
  [
    'https://limelight.example.com:8443',
    { rp_id: 'limelight.example.com', origin: 'https://limelight.example.com:8443' },
  ],
  ['http://localhost:4000', { rp_id: 'localhost', origin: 'http://localhost:4000' }],
  ['http://limelight.localhost:4000', { rp_id: 'limelight.localhost', origin: 'http://limelight.localhost:4000' }],
  ['http://limelight.example.com', { hindrance: 'not_secure' }],
  ['http://notlocalhost', { hindrance: 'not_secure' }],
  ['http://127.0.0.1:4000', { hindrance: 'ip_address' }],
  ['https://192.168.0.7', { hindrance: 'ip_address' }],
  ['https://[::1]:4000', { hindrance: 'ip_address' }],
] as const)('%s', ([url, place]) => {
  expect(placeOf(url)).toEqual(place);
  expect(passkeysAt(url)).toEqual('origin' in place ? place : undefined);
});
