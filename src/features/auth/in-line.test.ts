import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { inLine } from './in-line.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const full = (retryAfter?: number) => new ApiError('SIGN_IN_FULL', 503, undefined, retryAfter);
const signal = new AbortController().signal;

test('who is told to come back comes back then, as often as it takes, and says how long it is', async () => {
  const call = vi.fn<() => Promise<string>>();
  call.mockRejectedValueOnce(full(3)).mockRejectedValueOnce(full(1)).mockResolvedValue('in');
  const told: (number | undefined)[] = [];
  const came = inLine(call, (seconds) => told.push(seconds), signal);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(call).toHaveBeenCalledTimes(1);
  expect(told).toEqual([3, 2, 1]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(await came).toBe('in');
  expect(told).toEqual([3, 2, 1, undefined, 1, undefined]);
});

test('what names no time, and what is another failure, is told at once', async () => {
  for (const error of [
    full(),
    new ApiError('AUTH_INVALID_CREDENTIALS', 401),
    new ApiError('SERVICE_UNAVAILABLE', 503, undefined, 2),
    new ApiError('TOO_MANY_REQUESTS', 429, undefined, 800),
  ])
    await expect(
      inLine(
        () => Promise.reject(error),
        () => {},
        signal,
      ),
    ).rejects.toBe(error);
});

test('who leaves is not waited for', async () => {
  const leaving = new AbortController();
  const call = vi.fn(() => Promise.reject(full(5)));
  const came = inLine(call, () => {}, leaving.signal);
  came.catch(() => {});
  await vi.advanceTimersByTimeAsync(500);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(came).rejects.toMatchObject({ retryAfter: 5 });
  expect(call).toHaveBeenCalledTimes(1);
});
