// @vitest-environment jsdom
// Where "New since" stands when what is unread changes: only what came while nobody looked moves it.
import { hashKey } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { ref } from 'valtio/vanilla';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationState } from '#contract/chat.ts';
import { find, render } from '#src/kit/ui/render.fixture.tsx';
import { app } from '#src/realtime/app.ts';
import type { Client } from '#src/realtime/client.ts';
import { type Connection, createConnection } from '#src/realtime/connection.ts';
import { createEngine } from '#src/realtime/engine.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';
import { conversationsKey } from '../live/keys.ts';
import { useNewMark } from './use-new-mark.ts';

const list = { prefix: [], fetch: async () => 1, topics: () => [['t', 1]], reduce: () => 1 } as unknown as LiveQuery;
const holder = { id: hashKey(conversationsKey), query: list, key: conversationsKey, data: {} };
const cache = { holders: () => [holder], set: () => {}, refetch: () => {}, drop: () => {}, peek: () => undefined };
let isReset = false;
/** The list is to be read anew: more has happened than is told one by one. */
const reread = async () => {
  isReset = true;
  await sync();
};
let sync: () => Promise<void>;
let connection: Connection;
/** What the server is asked is answered after this. */
let answered: Promise<void> | undefined;

/** What a page has of the line: `sync` asks for everything, as it does when it begins. */
function begin() {
  isReset = false;
  answered = undefined;
  const engine = createEngine({
    cache,
    context: { self: 'me' },
    sync: async () => {
      await answered;
      return [{ topic: 't', status: isReset ? 'reset' : 'ok', revision: isReset ? 9 : 1, events: [] }];
    },
  });
  connection = createConnection(() => {});
  connection.socket('ready', 0);
  Object.assign(app.state, { client: ref({ engine, connection } as unknown as Client) });
  onTestFinished(() => void Object.assign(app.state, { client: null }));
  sync = async () => {
    await act(async () => {
      await engine.syncAll();
      connection.synced();
    });
  };
  return sync;
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

/** How often it was drawn: each time, the list looks. */
let drawn = 0;

function Mark({ state }: { state: ConversationState }) {
  const { after, late, look } = useNewMark(state);
  useEffect(() => {
    drawn++;
  });
  return (
    <button type="button" onClick={(event) => event.currentTarget.setAttribute('data-counts', String(look()))}>
      {`${after}${late ? ` ${late}` : ''}`}
    </button>
  );
}

const leave = () => act(() => void dispatchEvent(new Event('blur')));
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
  expect(show(at(40, 10))).toBe('10 opening');
  expect(looks()).toBe('true');
  await sync();
  expect(show(at(41, 41))).toBe('10 opening');
});

test('what comes while the list is read anew is new, and known late', async () => {
  begin();
  show(at(10, 10));
  await reread();
  expect(looks()).toBe('false');
  expect(show(at(40, 10))).toBe('10 opening');
  expect(looks()).toBe('true');
});

test('what somebody has looked at once goes on counting while others are read anew', async () => {
  const sync = begin();
  show(at(10, 10));
  await sync();
  expect(looks()).toBe('true');
  await reread();
  expect(show(at(11, 10))).toBe('null');
  expect(looks()).toBe('true');
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

test('what comes while nobody looks any more is, once all was read before', async () => {
  const sync = begin();
  show(at(10, 10));
  await sync();
  looks();
  leave();
  expect(show(at(11, 10))).toBe('10 away');
  expect(show(at(12, 10))).toBe('10 away');
  expect(looks()).toBe('true');
  show(at(12, 12));
  expect(show(at(13, 12))).toBe('10 away');
  leave();
  // Not all of it was read: it goes on from there.
  expect(show(at(14, 12))).toBe('10 away');
  show(at(14, 14));
  expect(show(at(15, 14))).toBe('14 away');
});

test('what is asked for only when somebody comes back came while nobody looked', async () => {
  const sync = begin();
  show(at(10, 10));
  await sync();
  looks();
  leave();
  act(() => connection.socket('waiting', 1));
  await act(async () => {});
  expect(looks()).toBe('false');
  expect(show(at(40, 10))).toBe('10 away');
  expect(looks()).toBe('true');
});

test('who comes back before it is known that something is missing looks once that is here', async () => {
  const sync = begin();
  show(at(10, 10));
  await sync();
  looks();
  leave();
  const { engine } = app.state.client as Client;
  let answer = () => {};
  answered = new Promise((done) => (answer = done));
  const asking = engine.syncAll();
  expect(looks()).toBe('false');
  const before = drawn;
  answer();
  await asking;
  await act(async () => connection.synced());
  expect(drawn).toBeGreaterThan(before);
  expect(looks()).toBe('true');
  // What comes from now on is seen.
  expect(show(at(11, 10))).toBe('null');
});
