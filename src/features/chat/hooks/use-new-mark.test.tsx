// @vitest-environment jsdom
// Where "New since" stands when what is unread changes: only what came while nobody looked moves it.
import { act } from 'react';
import { ref } from 'valtio/vanilla';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationState } from '#contract/chat.ts';
import { find, render } from '#src/kit/ui/render.fixture.tsx';
import { app } from '#src/realtime/app.ts';
import type { Client } from '#src/realtime/client.ts';
import { createConnection } from '#src/realtime/connection.ts';
import { createEngine } from '#src/realtime/engine.ts';
import { useNewMark } from './use-new-mark.ts';

const cache = { holders: () => [], set: () => {}, refetch: () => {}, drop: () => {}, peek: () => undefined };

/** What a page has of the line: `sync` asks for everything, as it does when it begins. */
function begin() {
  const engine = createEngine({ cache, context: { self: 'me' }, sync: async () => [] });
  const connection = createConnection(() => {});
  Object.assign(app.state, { client: ref({ engine, connection } as unknown as Client) });
  onTestFinished(() => void Object.assign(app.state, { client: null }));
  return async () => {
    await act(async () => {
      await engine.syncAll();
      connection.synced();
    });
  };
}

const at = (last_seq: number, read_seq: number): ConversationState => ({
  conversation_id: 'c1',
  sub_space_id: null,
  revision: last_seq,
  last_seq,
  read_seq,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq: null,
  latest: null,
});

function Mark({ state }: { state: ConversationState }) {
  const { after, look } = useNewMark(state);
  return (
    <button type="button" onClick={(event) => event.currentTarget.setAttribute('data-counts', String(look()))}>
      {String(after)}
    </button>
  );
}

const show = (state: ConversationState) => render(<Mark state={state} />).textContent;
/** Whether what is seen counts as read. */
const looks = () => {
  act(() => find('button').click());
  return find('button').dataset['counts'];
};

test('what comes before the copy of the device is current, or before anybody looked, is new', async () => {
  const sync = begin();
  expect(show(at(10, 10))).toBe('null');
  expect(looks()).toBe('false');
  expect(show(at(40, 10))).toBe('10');
  expect(looks()).toBe('true');
  await sync();
  expect(show(at(41, 41))).toBe('10');
});

test('what comes while somebody looks is not', async () => {
  const sync = begin();
  show(at(10, 10));
  await sync();
  expect(looks()).toBe('true');
  expect(show(at(11, 10))).toBe('null');
});

test('a message of one’s own that is taken back leaves it where it is; what is marked as unread moves it', async () => {
  const sync = begin();
  await sync();
  expect(show(at(30, 10))).toBe('10');
  show(at(30, 30));
  show(at(31, 31));
  expect(show(at(30, 30))).toBe('10');
  // As far as one had read before it was taken back, something new is nothing that was marked.
  expect(show(at(31, 30))).toBe('10');
  show(at(31, 31));
  expect(show(at(31, 20))).toBe('20');
});
