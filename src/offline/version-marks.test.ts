// The notice of a new version: whom it concerns, and that not everybody gets it in the same minute.
import { beforeEach, expect, test } from 'vitest';
import { appDatabase } from './databases.ts';
import { markVersion, noticeDue } from './version-marks.ts';

const HALF_HOUR = 30 * 60_000;
const clearVersionMarks = () => appDatabase().run((db) => db.clear('version'));
beforeEach(clearVersionMarks);

test('nobody who runs a version for the first time, or the same one again', async () => {
  expect(await noticeDue('v1')).toBeUndefined();
  expect(await noticeDue('v1')).toBeUndefined();
});

test('another version: once, at a time within half an hour that a reload does not draw again', async () => {
  await markVersion('app_version', 'v1');
  const before = Date.now();
  const due = await noticeDue('v2');
  expect(due).toBeGreaterThanOrEqual(before);
  expect(due).toBeLessThanOrEqual(Date.now() + HALF_HOUR);
  expect(await noticeDue('v2')).toBe(due);
  expect(await noticeDue('v3'), 'the next one has a time of its own').not.toBe(due);
});

test('put off for one version, it comes again for the next; signing in anew ends it', async () => {
  await markVersion('app_version', 'v1');
  await markVersion('dismissed', 'v2');
  expect(await noticeDue('v2')).toBeUndefined();
  expect(await noticeDue('v3')).toBeDefined();
  await markVersion('app_version', 'v3');
  expect(await noticeDue('v3')).toBeUndefined();
});

test('the devices of a company spread over the half hour', async () => {
  const minutes: number[] = [];
  for (let device = 0; device < 300; device++) {
    await clearVersionMarks();
    await markVersion('app_version', 'v1');
    minutes.push(Math.floor((((await noticeDue('v2')) ?? 0) - Date.now()) / 60_000));
  }
  const most = Math.max(...[...Map.groupBy(minutes, (minute) => minute).values()].map((some) => some.length));
  // 10 are to be expected in each; 40 or more in one of them has less than one chance in a thousand million.
  expect(most).toBeLessThan(40);
});
