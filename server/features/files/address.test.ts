// Signed addresses: good for one file and reader, for 15 to 30 minutes, and the same for a while.
import { expect, test } from 'vitest';
import { goodFor, signedAddress } from './address.ts';

const file = { company_id: 'c', file_id: 'f', key: 'c/chat/e/plan-1732201600000.pdf' };
const NOW = 1_732_201_200_000;
const partsOf = (address: string) => {
  const all = new URLSearchParams(address.split('?')[1]);
  const get = (name: string) => all.get(name) ?? '';
  return { by: get('by'), expires: get('expires'), signature: get('signature') };
};

test('an address is the same for some minutes, and ends', () => {
  const address = signedAddress('secret', file, 'me', NOW);
  expect(address).toMatch(/^\/api\/files\/c\/f\/plan-1732201600000\.pdf\?by=me&expires=\d+&signature=[\w-]{43}$/);
  expect(signedAddress('secret', file, 'me', NOW + 60_000)).toBe(address);
  const given = partsOf(address);
  const left = goodFor('secret', file, given, NOW) ?? 0;
  expect(left).toBeGreaterThan(900);
  expect(left).toBeLessThanOrEqual(1800);
  expect(goodFor('secret', file, given, NOW + (left - 1) * 1000)).toBe(1);
  for (const later of [left, left + 1, 1e6]) expect(goodFor('secret', file, given, NOW + later * 1000)).toBeUndefined();
});

test('nothing of it can be changed', () => {
  const given = partsOf(signedAddress('secret', file, 'me', NOW));
  expect(goodFor('other', file, given, NOW)).toBeUndefined();
  expect(goodFor('secret', { ...file, company_id: 'd' }, given, NOW)).toBeUndefined();
  expect(goodFor('secret', { ...file, file_id: 'g' }, given, NOW)).toBeUndefined();
  for (const change of [{ by: 'you' }, { expires: '9999999999' }, { expires: 'NaN' }, { signature: '' }])
    expect(goodFor('secret', file, { ...given, ...change }, NOW)).toBeUndefined();
});
