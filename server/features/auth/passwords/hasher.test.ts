import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createHasher } from './hasher.ts';

const hasher = createHasher();

test('a password fits its hash and no other does', async () => {
  const hash = await hasher.hash('correct horse 9');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hasher.fits('correct horse 9', [hash])).toEqual([true]);
  expect(await hasher.fits('correct horse 8', [hash])).toEqual([false]);
  expect(await hasher.fits('correct horse 9', [])).toEqual([]);
});

test('two hashes of one password differ, unless they share the salt', async () => {
  const one = await hasher.hash('correct horse 9');
  const two = await hasher.hash('correct horse 9');
  expect(two).not.toBe(one);
  expect(await hasher.hash('correct horse 9', hasher.saltOf(one))).toBe(one);
  expect(await hasher.fits('correct horse 9', [one, two])).toEqual([true, true]);
});

test('one computation for all hashes of one salt', async () => {
  const first = await hasher.hash('correct horse 9');
  const same = await Promise.all(['a', 'b', 'c'].map((word) => hasher.hash(`${word} horse 9`, hasher.saltOf(first))));
  expect(await hasher.fits('b horse 9', [first, ...same])).toEqual([false, false, true, false]);
});

test('hashes with other parameters are read, and known to be out of date', async () => {
  const nonce = Buffer.alloc(16, 7);
  const parameters = { message: 'correct horse 9', nonce, memory: 1024, passes: 1, parallelism: 1, tagLength: 32 };
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const weak = `$argon2id$v=19$m=1024,t=1,p=1$${plain(nonce)}$${plain(argon2Sync('argon2id', parameters))}`;
  expect(hasher.isCurrent(weak)).toBe(false);
  expect(hasher.saltOf(weak)).toBeUndefined();
  expect(await hasher.fits('correct horse 9', [weak])).toEqual([true]);
  expect(await hasher.fits('correct horse 8', [weak])).toEqual([false]);
});

test('characters outside of ASCII count', async () => {
  const hash = await hasher.hash('pässwörter 🔑');
  expect(await hasher.fits('pässwörter 🔑', [hash])).toEqual([true]);
  expect(await hasher.fits('passworter 🔑', [hash])).toEqual([false]);
});

test('with less memory it hashes so, and takes what was hashed with more for out of date', async () => {
  const small = createHasher(64);
  const hash = await small.hash('correct horse 9');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$/);
  expect([small.isCurrent(hash), hasher.isCurrent(hash)]).toEqual([true, false]);
  expect(await hasher.fits('correct horse 9', [hash])).toEqual([true]);
});
