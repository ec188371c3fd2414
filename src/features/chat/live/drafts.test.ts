// @vitest-environment jsdom
// What is kept of what is typed, and what is left of it once it was sent from a field that is gone by then.
import { afterEach, expect, test, vi } from 'vitest';
import { docOf, plainText } from '#contract/rich-text.ts';
import { app } from '#src/realtime/app.ts';
import { flushDraft, keepDraft, lastTyped, typedQuery } from './drafts.ts';

afterEach(() => {
  vi.useRealTimers();
  app.queryClient.clear();
});

let made = 0;
/** A conversation that nothing was written in. */
const place = () => `employee/${++made}`;
const kept = (key: string) => app.queryClient.getQueryData(typedQuery.queryKey)?.[key];
const words = (key: string) => {
  const doc = kept(key)?.doc;
  return doc && plainText(doc);
};
/** As leaving a conversation does it. */
const leave = (key: string) => {
  flushDraft();
  return lastTyped.get(key);
};

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

test('what was sent from a field that is gone is no draft any more; what was typed after it is', () => {
  for (const left of ['', 'and more']) {
    const key = place();
    keepDraft(key, docOf(`sent ${left}`));
    const when = leave(key);
    const before = kept(key)?.typed_at ?? '';
    keepDraft(key, docOf(left), when);
    expect(words(key)).toBe(left || null);
    // The field of whoever has come back by then shows it: it is later than what was typed in this tab.
    expect([lastTyped.get(key), (kept(key)?.typed_at ?? '') > before]).toEqual([when, true]);
  }
});

test('unless something was typed there again meanwhile', () => {
  const key = place();
  keepDraft(key, docOf('sent'));
  const when = leave(key);
  keepDraft(key, docOf('sent and on'));
  flushDraft();
  keepDraft(key, docOf(''), when);
  expect(words(key)).toBe('sent and on');
});
