// @vitest-environment jsdom
// What is kept of what is typed.
import { afterEach, expect, test, vi } from 'vitest';
import { docOf } from '#contract/rich-text.ts';
import { app } from '#src/realtime/app.ts';
import { flushDraft, keepDraft, typedQuery } from './drafts.ts';

afterEach(() => {
  vi.useRealTimers();
  app.queryClient.clear();
});

let made = 0;
/** A conversation that nothing was written in. */
const place = () => `employee/${++made}`;
const kept = (key: string) => app.queryClient.getQueryData(typedQuery.queryKey)?.[key];

test('each is typed later than the one before, whatever the clock says', () => {
  const key = place();
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') });
  const times = ['one', 'two', 'three'].map((text, at) => {
    // It was set back.
    vi.setSystemTime(Date.parse('2026-03-02T12:00:00Z') - at * 1000);
    keepDraft(key, docOf(text));
    flushDraft();
    return kept(key)?.typed_at;
  });
  expect(times).toEqual(['2026-03-02T12:00:00.000Z', '2026-03-02T12:00:00.001Z', '2026-03-02T12:00:00.002Z']);
});
