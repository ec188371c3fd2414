// @vitest-environment jsdom
// When a link's message is said to be gone: when it is followed and the message is not there, and only then.
import { ref } from 'valtio/vanilla';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { endToast, toasts } from '#src/kit/ui/feedback/toast-store.ts';
import { render } from '#src/kit/ui/render.fixture.tsx';
import { app } from '#src/realtime/app.ts';
import type { Client } from '#src/realtime/client.ts';
import { messageOf } from '../components/rows/message.fixture.ts';
import type { Goal, Row } from '../components/rows/rows.ts';
import type { Excuse } from '../hooks/use-reading.ts';
import { ReadingTools } from './reading-tools.tsx';

const GONE = 'That message is not here any more.';

beforeEach(() => {
  Object.assign(app.state, { client: ref({} as unknown as Client) });
  onTestFinished(() => {
    Object.assign(app.state, { client: null });
    endToast('closed');
  });
});

const rowsOf = (...seqs: number[]): Row[] =>
  seqs.map((seq) => ({
    kind: 'message',
    key: `m${seq}`,
    first: true,
    shown: {
      message: messageOf(seq, { message_id: `m${seq}` }),
      delivery: 'sent',
      error_code: null,
      pending: false,
    },
  }));
const to = (seq: number): Goal => ({ kind: 'message', seq, message_id: `m${seq}` });

/** Returns what is said. */
function show(goal: Goal, rows: readonly Row[], excuse?: Excuse): string | undefined {
  render(
    <ReadingTools
      goal={goal}
      excuse={excuse}
      rows={rows}
      newAfter={null}
      unread={0}
      onGoal={() => {}}
      onRead={() => {}}
      scroller={{ current: null }}
      list={{ current: null }}
      view={{ top: 0, bottom: 0, atEnd: true }}
      stick={{ current: true }}
      keep={() => {}}
      lit={undefined}
      edited={undefined}
    />,
  );
  return toasts.toast?.text;
}

test('a message that was there and is cut from a long run is not said to be gone', () => {
  const goal = to(1);
  expect(show(goal, rowsOf(1, 2, 3))).toBeUndefined();
  expect(show(goal, rowsOf(2, 3, 4))).toBeUndefined();
  // Nor after something else could not be read meanwhile.
  expect(show(goal, rowsOf(2, 3, 4), 'away')).toBe('That part of the conversation is not on this device.');
  endToast('closed');
  expect(show(goal, rowsOf(2, 3, 4))).toBeUndefined();
});

test('one that is not there when its link is followed is, each time', () => {
  expect(show(to(1), rowsOf(2, 3))).toBe(GONE);
  endToast('closed');
  expect(show(to(2), rowsOf(2, 3))).toBeUndefined();
  expect(show(to(1), rowsOf(2, 3))).toBe(GONE);
});
