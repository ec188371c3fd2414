// The outbox against a model of the server: what is shown, stored, sent, refused and taken back.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ModelServer, newAccount, refusal, say, start, states, stopAll, write } from '#tests/kit/outbox-model.ts';

let server: ModelServer;
let account: string;
beforeEach(() => {
  server = new ModelServer();
  account = newAccount();
});
afterEach(stopAll);

describe('a write', () => {
  test('is on the screen at once, then on disk, then sent, then settled', async () => {
    const opened = start(server, account);
    const { outbox } = opened;
    const { saved } = outbox.enqueue(write('a', 'hello'));
    expect(outbox.state.items).toMatchObject([{ scope: 'a', state: 'queued', saved: false, attempts: 0 }]);
    expect(await saved).toBe(true);
    await outbox.idle();
    expect(states(opened)).toEqual(['acked']);
    expect(opened.acked).toEqual([{ topic: 'conversation:a', revision: 1, name: 'said', payload: 'hello' }]);
    expect(outbox.unsent()).toBe(0);
    await outbox.settle(new Set(outbox.state.items.map(({ id }) => id)));
    expect(outbox.state.items).toEqual([]);
    expect(server.textsIn('a')).toEqual(['hello']);
  });

  test('is there again after a restart, with its bytes, its order and its predictions', async () => {
    server.mood = 'away';
    const first = start(server, account);
    first.outbox.enqueue(write('a', 'one'));
    await first.outbox.enqueue(write('a', 'two')).saved;
    await first.outbox.stop();
    const second = start(server, account);
    await second.outbox.reload();
    expect(second.outbox.state.items.map(({ body, predicted, saved }) => ({ body, predicted, saved }))).toEqual([
      { body: '{"scope":"a","text":"one"}', predicted: [{ name: 'said', payload: 'one' }], saved: true },
      { body: '{"scope":"a","text":"two"}', predicted: [{ name: 'said', payload: 'two' }], saved: true },
    ]);
    server.mood = 'well';
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.textsIn('a')).toEqual(['one', 'two']);
  });

  test('that is acked stays until it is settled, through a restart, with its events', async () => {
    const first = start(server, account);
    await first.outbox.enqueue(write('a', 'one')).saved;
    await first.outbox.idle();
    await first.outbox.stop();
    const second = start(server, account);
    await second.outbox.reload();
    expect(second.outbox.state.items).toMatchObject([{ state: 'acked', frames: [{ revision: 1 }] }]);
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.attempts).toBe(1);
  });

  test('an endpoint that may not wait is refused on the spot', () => {
    const { outbox } = start(server, account);
    expect(() => outbox.enqueue({ ...write('a', 'x'), endpoint: { ...say, queue: false } })).toThrow(TypeError);
  });

  test('the same id twice is one write', async () => {
    const { outbox } = start(server, account);
    const id = crypto.randomUUID();
    outbox.enqueue(write('a', 'once', id));
    await outbox.enqueue(write('a', 'once', id)).saved;
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['once']);
  });
});

describe('what is held', () => {
  const hold = 60_000;
  const held = (text: string) => ({ ...write('a', text), hold });

  test('is not sent, and nothing waits behind it; released, it is sent at once', async () => {
    const { outbox } = start(server, account);
    const { item, saved } = outbox.enqueue(held('first'));
    await saved;
    await outbox.enqueue(write('a', 'second')).saved;
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['second']);
    expect(outbox.unsent()).toBe(1);
    await outbox.release(item.id);
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['second', 'first']);
  });

  test('is sent when its time is over, though nobody says so, and the page began anew', async () => {
    const first = start(server, account);
    await first.outbox.enqueue({ ...write('a', 'late'), hold: 300 }).saved;
    await first.outbox.idle();
    await first.outbox.stop();
    const { outbox } = start(server, account);
    await outbox.reload();
    outbox.kick();
    await outbox.idle();
    expect(server.textsIn('a')).toEqual([]);
    await expect.poll(() => server.textsIn('a')).toEqual(['late']);
  });

  test('can be taken back until then, and a clock that was set back does not keep it', async () => {
    const { outbox } = start(server, account);
    const { item, saved } = outbox.enqueue(held('never'));
    await saved;
    await outbox.idle();
    expect(await outbox.discard(item.id)).toBe(true);
    await outbox.release(item.id);
    await outbox.enqueue({ ...write('a', 'from tomorrow'), hold: 86_400_000 }).saved;
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['from tomorrow']);
  });
});

describe('sending', () => {
  test('a scope stops at the first that cannot be sent; other scopes go on', async () => {
    const opened = start(server, account);
    const real = server.send;
    server.send = async (wire, options) => {
      if (wire.body?.includes('"stuck"')) return refusal(503, 'SERVICE_UNAVAILABLE');
      return real(wire, options);
    };
    const again = start(server, account);
    await opened.outbox.stop();
    again.outbox.enqueue(write('a', 'stuck'));
    again.outbox.enqueue(write('a', 'behind'));
    await again.outbox.enqueue(write('b', 'free')).saved;
    await again.outbox.idle();
    expect([server.textsIn('a'), server.textsIn('b')]).toEqual([[], ['free']]);
    expect(again.outbox.state.items.map(({ state }) => state)).toEqual(['queued', 'queued', 'acked']);
  });

  test('what is written while others fail does not overtake what was not tried for that', async () => {
    const first = start(server, account, false);
    for (const scope of ['slow', 'b', 'c', 'd', 'e', 'f', 'g', 'last']) first.outbox.enqueue(write(scope, 'one'));
    await first.outbox.idle();
    await first.outbox.stop();
    const real = server.send;
    const going = Promise.withResolvers<void>();
    let failed = 0;
    server.send = async (wire, options) => {
      const { scope } = JSON.parse(wire.body ?? '{}') as { scope: string };
      if (scope === 'slow') await going.promise;
      else if (scope !== 'last' && ++failed) return refusal(503, 'SERVICE_UNAVAILABLE');
      return real(wire, options);
    };
    const { outbox } = start(server, account);
    await outbox.reload();
    outbox.kick();
    await expect.poll(() => failed).toBe(6);
    await outbox.enqueue(write('last', 'two')).saved;
    going.resolve();
    await outbox.idle();
    server.send = real;
    outbox.kick();
    await outbox.idle();
    expect(server.textsIn('last')).toEqual(['one', 'two']);
  });

  test('what is written while its scope is stuck does not overtake', async () => {
    const { outbox } = start(server, account);
    await outbox.reload();
    server.mood = 'failing';
    outbox.enqueue(write('a', 'first'));
    await outbox.idle();
    server.mood = 'well';
    outbox.enqueue(write('a', 'second'));
    outbox.enqueue(write('b', 'elsewhere'));
    await outbox.idle();
    // A stuck scope has its pause; others have none.
    expect([server.textsIn('a'), server.textsIn('b')]).toEqual([[], ['elsewhere']]);
    outbox.kick();
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['first', 'second']);
  });

  test('four scopes at a time, each in order', async () => {
    const { outbox } = start(server, account);
    server.mood = 'away';
    for (const n of [1, 2, 3]) for (const scope of 'abcdefgh') outbox.enqueue(write(scope, `${n}`));
    await outbox.idle();
    server.mood = 'well';
    server.slow = true;
    outbox.kick();
    await outbox.idle();
    expect(server.mostAtOnce).toBe(4);
    for (const scope of 'abcdefgh') expect(server.textsIn(scope)).toEqual(['1', '2', '3']);
  });

  test('a refusal is told, and what is behind it goes on', async () => {
    const opened = start(server, account);
    server.mood = 'refusing';
    opened.outbox.enqueue(write('a', 'no'));
    await opened.outbox.idle();
    server.mood = 'well';
    opened.outbox.enqueue(write('a', 'yes'));
    await opened.outbox.idle();
    expect(opened.outbox.state.items).toMatchObject([
      { state: 'failed', error_code: 'SPACE_NOT_FOUND' },
      { state: 'acked', error_code: null },
    ]);
    expect(server.textsIn('a')).toEqual(['yes']);
    await opened.outbox.retry(opened.outbox.state.items[0]?.id ?? '');
    await opened.outbox.idle();
    expect(server.textsIn('a')).toEqual(['yes', 'no']);
  });

  test('what answers in place of our server refuses nothing', async () => {
    const opened = start(server, account);
    server.mood = 'a hotel';
    opened.outbox.enqueue(write('a', 'x'));
    await opened.outbox.idle();
    expect(states(opened)).toEqual(['queued']);
  });

  test('the session is over: everything stays, sealed', async () => {
    const opened = start(server, account);
    server.mood = 'over';
    opened.outbox.enqueue(write('a', 'x'));
    opened.outbox.enqueue(write('b', 'y'));
    await opened.outbox.idle();
    expect(states(opened)).toEqual(['queued', 'queued']);
    const other = start(server, newAccount());
    server.mood = 'well';
    await other.outbox.reload();
    other.outbox.kick();
    await other.outbox.idle();
    expect([other.outbox.state.items, server.stored]).toEqual([[], []]);
  });

  test('ended by one tab, what another has written meanwhile stays; what is sent goes', async () => {
    const one = start(server, account);
    await one.outbox.enqueue(write('a', 'sent')).saved;
    await one.outbox.idle();
    server.mood = 'away';
    const other = start(server, account);
    await other.outbox.enqueue(write('a', 'unsent')).saved;
    expect(one.outbox.unsent(), 'it has not heard of that').toBe(0);
    await one.outbox.stop({ discard: 'sent' });
    await other.outbox.stop();
    const next = start(server, account);
    await next.outbox.reload();
    expect(states(next)).toEqual(['acked', 'queued']);
    server.mood = 'well';
    next.outbox.kick();
    await next.outbox.idle();
    expect(server.textsIn('a')).toEqual(['sent', 'unsent']);
    await next.outbox.stop({ discard: 'sent' });
    const last = start(server, account);
    await last.outbox.reload();
    expect(last.outbox.state.items).toEqual([]);
  });

  test('two senders of one account never send the same thing twice, even to a server that would take it', async () => {
    const one = start(server, account);
    const two = start(server, account);
    server.mood = 'away';
    for (let n = 0; n < 10; n++) one.outbox.enqueue(write('a', `${n}`));
    await one.outbox.idle();
    server.mood = 'well';
    server.attempts = 0;
    one.outbox.kick();
    two.outbox.kick();
    await Promise.all([one.outbox.idle(), two.outbox.idle()]);
    expect(server.attempts).toBe(10);
  });
});

describe("changing one's mind", () => {
  test('what never left can be edited and taken back; what may be on its way cannot', async () => {
    const { outbox } = start(server, account, false);
    const [kept, changed, gone] = ['kept', 'old', 'gone'].map((text) => outbox.enqueue(write('a', text)).item.id) as [
      string,
      string,
      string,
    ];
    expect(await outbox.edit(changed, { endpoint: say, input: { scope: 'a', text: 'new' }, predicted: [] })).toBe(true);
    expect(await outbox.discard(gone)).toBe(true);
    await outbox.stop();
    const second = start(server, account);
    server.mood = 'answer lost';
    await second.outbox.reload();
    second.outbox.kick();
    await second.outbox.idle();
    expect(await second.outbox.discard(kept)).toBe(false);
    expect(await second.outbox.edit(kept, { endpoint: say, input: { scope: 'a', text: 'late' }, predicted: [] })).toBe(
      false,
    );
    server.mood = 'well';
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.textsIn('a')).toEqual(['kept', 'new']);
  });

  test('in another scope it stands behind everything, once, with its files, after a restart as well', async () => {
    const { outbox } = start(server, account, false);
    const files = [{ id: 'file', name: 'a.png', key: 'a', file_id: null, there: false, tries: 0 }];
    const { id } = outbox.enqueue({ ...write('later', 'moved'), files }).item;
    await outbox.enqueue(write('a', 'first')).saved;
    const moved = { endpoint: say, input: { scope: 'a', text: 'moved' }, predicted: [], scope: 'a' };
    expect(await outbox.edit(id, moved)).toBe(true);
    await outbox.enqueue(write('a', 'last')).saved;
    const texts = (items: readonly { body: string | null }[]) => items.map(({ body }) => JSON.parse(body ?? '').text);
    expect(texts(outbox.state.items)).toEqual(['first', 'moved', 'last']);
    await outbox.stop();
    const second = start(server, account);
    await second.outbox.reload();
    expect(second.outbox.state.items[1]).toMatchObject({ id, scope: 'a', saved: true, files });
    second.outbox.kick();
    await second.outbox.idle();
    expect([server.textsIn('a'), server.textsIn('later')]).toEqual([['first', 'moved', 'last'], []]);
  });

  test('what is about a refused write waits for it, and goes with it', async () => {
    const opened = start(server, account);
    const { outbox } = opened;
    server.mood = 'refusing';
    const { id } = outbox.enqueue(write('a', 'message')).item;
    await outbox.idle();
    server.mood = 'well';
    outbox.enqueue(write('a', 'reaction', crypto.randomUUID(), { target: id }));
    await outbox.idle();
    expect(states(opened)).toEqual(['failed', 'queued']);
    await outbox.discard(id);
    expect(outbox.state.items).toEqual([]);
    expect(server.stored).toEqual([]);
  });

  test('what is about a write of another scope goes after it, and what stands behind it goes after that', async () => {
    const { outbox } = start(server, account, false);
    const id = crypto.randomUUID();
    const answer = crypto.randomUUID();
    // Sent scope by scope, the first ones first: in that order the answer would come before its root.
    outbox.enqueue(write('a', 'before'));
    outbox.enqueue(write('thread', 'earlier'));
    outbox.enqueue(write('a', 'root', id));
    outbox.enqueue(write('thread', 'answer', answer, { target: id }));
    outbox.enqueue(write('thread', 'edited', crypto.randomUUID(), { target: answer }));
    await outbox.enqueue(write('thread', 'behind')).saved;
    await outbox.stop();
    server.slow = true;
    const second = start(server, account);
    await second.outbox.reload();
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.textsIn('thread')).toEqual(['earlier', 'answer', 'edited', 'behind']);
    const sent = server.stored.map(({ text }) => text);
    expect(sent.indexOf('root')).toBeLessThan(sent.indexOf('answer'));
  });

  test('what is about something that is about a refused write waits as well', async () => {
    const opened = start(server, account);
    const { outbox } = opened;
    const [id, answer] = [crypto.randomUUID(), crypto.randomUUID()];
    server.mood = 'refusing';
    outbox.enqueue(write('a', 'root', id));
    await outbox.idle();
    server.mood = 'well';
    outbox.enqueue(write('thread', 'answer', answer, { target: id }));
    outbox.enqueue(write('thread', 'edited', crypto.randomUUID(), { target: answer }));
    await outbox.idle();
    expect(states(opened)).toEqual(['failed', 'queued', 'queued']);
    await outbox.retry(id);
    await outbox.idle();
    expect([server.textsIn('a'), server.textsIn('thread')]).toEqual([['root'], ['answer', 'edited']]);
  });

  test('of read cursors only the last is sent', async () => {
    const { outbox } = start(server, account, false);
    for (const at of ['1', '2', '3']) outbox.enqueue(write('read/a', at, crypto.randomUUID(), { replaces: 'read/a' }));
    expect(outbox.state.items).toHaveLength(1);
    await outbox.idle();
    await outbox.stop();
    const second = start(server, account);
    await second.outbox.reload();
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.textsIn('read/a')).toEqual(['3']);
  });
});
