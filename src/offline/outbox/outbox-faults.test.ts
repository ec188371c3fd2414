// The outbox when the disk is full or broken, and under everything at once. P8: each write arrives exactly once, in the
// author's order within its scope.
import fc from 'fast-check';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disk, ModelServer, type Mood, newAccount, start, stopAll, write } from '#tests/kit/outbox-model.ts';
import { OUTBOX, outboxDatabase } from '../databases.ts';
import type { OutboxRecord } from './record.ts';
import { openOutbox } from './store.ts';

let server: ModelServer;
let account: string;
beforeEach(() => {
  server = new ModelServer();
  account = newAccount();
});
afterEach(stopAll);

describe('a full or broken disk', () => {
  test('keeps the write in memory, says so, sends it, and writes it down once there is room', async () => {
    const opened = start(server, account);
    const { outbox, store, troubles } = opened;
    await outbox.reload();
    server.mood = 'away';
    await outbox.enqueue(write('a', 'on disk')).saved;
    disk.full = true;
    expect(await outbox.enqueue(write('a', 'in memory')).saved).toBe(false);
    expect(outbox.state.items.map(({ saved }) => saved)).toEqual(
      [false, false].with(0, outbox.state.items[0]?.saved ?? false),
    );
    expect(troubles).not.toEqual([]);
    expect(store.unsaved).toBeGreaterThan(0);
    disk.full = false;
    outbox.kick();
    await outbox.idle();
    expect(store.unsaved).toBe(0);
    await outbox.stop();
    server.mood = 'well';
    const second = start(server, account);
    await second.outbox.reload();
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.textsIn('a')).toEqual(['on disk', 'in memory']);
  });

  test('what changes its scope meanwhile is there once, in its new place, and on disk once there is room', async () => {
    const { outbox, store } = start(server, account, false);
    for (const text of ['on disk', 'in memory']) await outbox.enqueue(write('later', text)).saved;
    await outbox.enqueue(write('a', 'first')).saved;
    const [onDisk, inMemory] = (await store.all()) as [OutboxRecord, OutboxRecord];
    await store.update(inMemory.seq, () => null);
    disk.full = true;
    const { seq: _gone, ...draft } = inMemory;
    const added = await store.add(draft);
    expect(added).toMatchObject({ saved: false });
    for (const one of [onDisk.seq, added.record.seq])
      expect(await store.update(one, (record) => ({ ...record, scope: 'a' }))).toMatchObject({ scope: 'a' });
    const places = async () => (await store.all()).map(({ scope, id }) => [scope, id]).slice(1);
    const moved = [onDisk, inMemory].map(({ id }) => ['a', id]);
    expect(await places()).toEqual(moved);
    expect(store.unsaved).toBe(2);
    disk.full = false;
    await store.flush();
    expect(store.unsaved).toBe(0);
    expect(await places()).toEqual(moved);
    await outbox.stop();
    const second = start(server, account);
    await second.outbox.reload();
    second.outbox.kick();
    await second.outbox.idle();
    expect(server.stored.map(({ text }) => text)).toEqual(['first', 'on disk', 'in memory']);
  });

  test('what it says it has taken back is not sent, at whatever moment that comes', async () => {
    for (const where of ['memory', 'disk'])
      for (let turns = 0; turns < 20; turns++) {
        disk.full = where === 'memory';
        server.mood = 'away';
        const { outbox } = start(server, newAccount());
        outbox.enqueue(write('a', 'first'));
        await outbox.idle();
        const text = `${where} ${turns}`;
        const { item, saved } = outbox.enqueue(write('a', text));
        expect(await saved).toBe(where === 'disk');
        [disk.full, server.mood] = [where === 'disk', 'well'];
        const taking = outbox.discard(item.id);
        for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done));
        outbox.kick();
        const isTaken = await taking;
        await outbox.idle();
        outbox.kick();
        await outbox.idle();
        expect(server.textsIn('a').includes(text), `${where}, after ${turns} turns`).toBe(!isTaken);
        await outbox.stop();
      }
  });

  test('is sent from memory while it stays full, exactly once', async () => {
    const { outbox } = start(server, account);
    await outbox.reload();
    disk.full = true;
    outbox.enqueue(write('a', 'one'));
    await outbox.enqueue(write('a', 'two')).saved;
    await outbox.idle();
    outbox.kick();
    await outbox.idle();
    expect(server.textsIn('a')).toEqual(['one', 'two']);
    expect(server.attempts).toBe(2);
  });

  test('one record that cannot be read does not hide the others', async () => {
    const first = start(server, account, false);
    for (const text of ['one', 'two', 'three']) first.outbox.enqueue(write('a', text));
    await first.outbox.idle();
    await first.outbox.stop();
    const { getAll, get } = IDBObjectStore.prototype;
    const broken = () => {
      throw new DOMException('Broken', 'DataError');
    };
    IDBObjectStore.prototype.getAll = broken;
    IDBObjectStore.prototype.get = function (key) {
      return key === 2 ? broken() : get.call(this, key);
    };
    const second = start(server, account, false);
    await second.outbox.reload();
    Object.assign(IDBObjectStore.prototype, { getAll, get });
    expect(second.outbox.state.items.map(({ body }) => JSON.parse(body ?? '').text)).toEqual(['one', 'three']);
  });

  test('a disk that cannot be read for a while has not said that nothing waits', async () => {
    const opened = start(server, account, false);
    for (const text of ['one', 'two']) await opened.outbox.enqueue(write('a', text)).saved;
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('Internal error', 'UnknownError');
    };
    await opened.outbox.reload().finally(() => {
      IDBDatabase.prototype.transaction = transaction;
    });
    expect(opened.outbox.state.items.map(({ body }) => JSON.parse(body ?? '').text)).toEqual(['one', 'two']);
    await opened.outbox.reload();
    expect(opened.outbox.state.items).toHaveLength(2);
  });

  test('a database taken away on a full disk is filled once there is room, and not asked for without end until then', async () => {
    const first = start(server, account, false);
    await first.outbox.enqueue(write('a', 'unsent')).saved;
    const known = await first.store.all();
    await first.outbox.stop();
    let asked = 0;
    let filled = 0;
    const store = openOutbox(account, {
      rescue: {
        may: () => true,
        records: async () => {
          asked++;
          return known;
        },
        onFilled: () => {
          filled++;
          void store.all();
        },
      },
    });
    expect(await store.all()).toEqual(known);
    disk.full = true;
    await deleteDB(OUTBOX + account);
    await new Promise((done) => setTimeout(done, 600));
    expect([filled, asked > 0, asked < 5]).toEqual([0, true, true]);
    disk.full = false;
    await expect.poll(() => filled).toBe(1);
    expect(await store.all()).toEqual(known);
    store.close();
  });

  test('no database at all: everything lives in memory', async () => {
    const real = indexedDB.open;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
    const opened = start(server, newAccount());
    expect(await opened.outbox.enqueue(write('a', 'still sent')).saved).toBe(false);
    await opened.outbox.idle();
    IDBFactory.prototype.open = real;
    expect(server.textsIn('a')).toEqual(['still sent']);
    expect(opened.troubles).not.toEqual([]);
  });
});

test("P8: each write exactly once, in the author's order within its scope, whatever happens", async () => {
  const scope = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('write' as const), scope }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('mood' as const),
        mood: fc.constantFrom<Mood>('well', 'well', 'away', 'answer lost', 'failing', 'throttling', 'a hotel', 'over'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('kick' as const), wait: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const), calm: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), at: fc.nat(5) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const own = new ModelServer();
      const where = newAccount();
      let opened = start(own, where);
      await opened.outbox.reload();
      /** What must arrive; what may, because only memory had it when its tab was killed. */
      const written: { id: string; scope: string; text: string }[] = [];
      const maybe = new Set<string>();
      let n = 0;
      for (const s of steps) {
        if (s.do === 'write') {
          const one = { id: crypto.randomUUID(), scope: s.scope, text: `${n++}` };
          written.push(one);
          opened.outbox.enqueue(write(one.scope, one.text, one.id));
        } else if (s.do === 'mood') own.mood = s.mood;
        else if (s.do === 'kick') {
          opened.outbox.kick();
          if (s.wait) await opened.outbox.idle();
        } else if (s.do === 'kill') {
          if (s.calm) await opened.outbox.idle();
          for (const { id, saved } of opened.outbox.state.items) if (!saved) maybe.add(id);
          await opened.outbox.stop();
          opened = start(own, where);
          await opened.outbox.reload();
        } else if (s.do === 'disk') disk.full = s.full;
        else {
          const id = opened.outbox.state.items[s.at]?.id;
          if (id && (await opened.outbox.discard(id))) {
            written.splice(
              written.findIndex((one) => one.id === id),
              1,
            );
            expect(own.stored.some(({ key }) => key === id)).toBe(false);
          }
        }
      }
      own.mood = 'well';
      disk.full = false;
      // A few times: after "too often" it waits as long as it was told to.
      for (let tries = 0; tries < 20 && (tries < 2 || opened.outbox.unsent()); tries++) {
        opened.outbox.kick();
        await opened.outbox.idle();
        await new Promise((done) => setTimeout(done, tries));
      }
      const arrived = own.stored.map(({ key }) => key);
      expect(new Set(arrived).size).toBe(arrived.length);
      for (const { id } of written) if (!maybe.has(id)) expect(arrived).toContain(id);
      for (const where of ['a', 'b', 'c']) {
        const meant = written.filter((one) => one.scope === where && arrived.includes(one.id)).map(({ text }) => text);
        expect(own.textsIn(where)).toEqual(meant);
      }
      expect(opened.outbox.unsent()).toBe(0);
      await opened.outbox.stop();
      await outboxDatabase(where).destroy();
    }),
    { numRuns: 150 },
  );
}, 60_000);
