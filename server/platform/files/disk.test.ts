// The disk's store by itself: what is whole is there at once, what is not leaves nothing, also where the disk is full.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStore } from './disk.ts';

const root = mkdtempSync(join(tmpdir(), 'limelight-disk-'));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'store-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function* bytes(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const granted = (key: string, max_size = 10_000_000) => ({ key, max_size });
const read = async (store: ReturnType<typeof createDiskStore>, key: string) =>
  (await (await store.read(key))?.toArray())?.join('');
const halves = () => readdirSync(join(folder, 'incoming'));

test('a file is whole or not there', async () => {
  const store = createDiskStore(folder, '/');
  await store.take(granted('a/b.txt'), bytes('one, ', 'two'));
  expect([await store.size('a/b.txt'), await read(store, 'a/b.txt')]).toEqual([8, 'one, two']);
  await store.take(granted('a/b.txt'), bytes('three'));
  expect(await read(store, 'a/b.txt')).toBe('three');
  await expect(store.take(granted('a/b.txt', 3), bytes('ab', 'cd'))).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  await expect(store.take(granted('a/c.txt'), bytes())).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect([await read(store, 'a/b.txt'), await store.size('a/c.txt'), halves()]).toEqual(['three', undefined, []]);
  await store.remove('a/b.txt');
  await store.remove('a/b.txt');
  expect([await store.size('a/b.txt'), await read(store, 'a/b.txt')]).toEqual([undefined, undefined]);
});

test.each(['', '..', '../a', 'a/../../b', '/etc/passwd', 'a//b', 'a/.b', 'a\\b', 'a\0', 'a/', 'C:a'])(
  '%j is no key',
  async (key) => {
    const store = createDiskStore(folder, '/');
    await expect(store.take(granted(key), bytes('x'))).rejects.toThrow('Not a key');
    expect(() => store.remove(key)).toThrow('Not a key');
  },
);

test('what a crash left behind goes at the next start; what is just arriving stays', () => {
  mkdirSync(join(folder, 'incoming'));
  for (const name of ['old', 'fresh']) writeFileSync(join(folder, 'incoming', name), 'half');
  const longAgo = new Date(Date.now() - 7_200_000);
  utimesSync(join(folder, 'incoming', 'old'), longAgo, longAgo);
  createDiskStore(folder, '/');
  expect(halves()).toEqual(['fresh']);
});

test('forms that one start signed hold after the next', () => {
  const wish = { key: 'a/b.txt', mime_type: 'text/plain', max_size: 5, expires_in: 60 };
  const { fields } = createDiskStore(folder, '/').presign(wish);
  const form = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  expect(createDiskStore(folder, '/').judge(form)).toEqual({ key: 'a/b.txt', max_size: 5 });
  const another = createDiskStore(mkdtempSync(join(root, 'store-')), '/');
  expect(() => another.judge(form)).toThrow('The signature does not fit');
});

/** A disk of 1 MB, where we may have one. */
function mountSmall(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
let mounted = false;
afterEach(() => {
  if (mounted) execFileSync('umount', [folder]);
  mounted = false;
});

test('a full disk refuses and is whole again when there is room', async (context) => {
  mounted = mountSmall(folder);
  if (!mounted) return context.skip();
  const store = createDiskStore(folder, '/');
  const megabyte = 'x'.repeat(1_000_000);
  await store.take(granted('kept.txt'), bytes('kept'));
  await expect(store.take(granted('large.txt'), bytes(megabyte, megabyte))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([halves(), await store.size('large.txt'), await read(store, 'kept.txt')]).toEqual([[], undefined, 'kept']);
  await store.take(granted('small.txt'), bytes('fits'));
  expect(await read(store, 'small.txt')).toBe('fits');
});
