// The record that the next first paint reads: what is merged into it, and when it is left alone.
import { beforeEach, expect, test, vi } from 'vitest';
import { readBoot, rememberBoot } from './boot-record.ts';

const written = vi.spyOn(Storage.prototype, 'setItem');

beforeEach(() => {
  localStorage.clear();
  written.mockClear();
});

test('what one remembers is added to what is there, and the accent is worn', () => {
  rememberBoot({ appearance: 'dark' });
  rememberBoot({ accent: 'orange', signed_in: true });
  expect(readBoot()).toEqual({ accent: 'orange', appearance: 'dark', signed_in: true });
  expect(document.documentElement.dataset['accent']).toBe('orange');
  rememberBoot({ signed_in: false, single_keys: false });
  expect(readBoot()).toEqual({ accent: 'orange', appearance: 'dark', single_keys: false });
});

// The sign-in page of one tab, while another tab leaves the looks of the company that it goes to.
test('what is so already, or by default, is not written', () => {
  rememberBoot({ signed_in: false });
  rememberBoot({ single_keys: true });
  expect(written).not.toHaveBeenCalled();
  rememberBoot({ accent: 'violet', signed_in: true });
  expect(written).toHaveBeenCalledTimes(1);
  rememberBoot({ signed_in: true });
  rememberBoot({ accent: 'violet' });
  expect(written).toHaveBeenCalledTimes(1);
});
