// Opening databases that others have been at: older and newer builds, other tabs, a browser that closes what it likes.
import { deleteDB, openDB } from 'idb';
import { expect, test } from 'vitest';
import { accountOf, appDatabase, outboxDatabase } from './databases.ts';
import { database } from './open.ts';

let n = 0;
const fresh = () => `test-${n++}`;
const shape = { notes: {} };
interface Schema {
  notes: { key: string; value: unknown };
}
const notes = (name: string, version = 2) => database<Schema>(name, version, shape);

test("the specification's database has its two stores and schema version 2", async () => {
  const [version, stores] = await appDatabase().run(async (db) => [db.version, [...db.objectStoreNames]]);
  expect([version, stores]).toEqual([2, ['session', 'version']]);
});

test('an older schema is brought up, with what it holds', async () => {
  const name = fresh();
  const old = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore('other') });
  await old.put('other', 'kept', 'k');
  old.close();
  const db = notes(name);
  await db.run((d) => d.put('notes', 1, 'a'));
  db.close();
  const now = await openDB(name);
  expect([now.version, await now.get('other', 'k'), await now.get('notes', 'a')]).toEqual([2, 'kept', 1]);
  now.close();
});

test('a newer schema is used as it is, for reading and writing', async () => {
  const name = fresh();
  const newer = await openDB(name, 3, {
    upgrade: (db) => {
      db.createObjectStore('notes');
      db.createObjectStore('later');
    },
  });
  await newer.put('notes', 'from the future', 'a');
  newer.close();
  const db = notes(name);
  expect(await db.run((d) => d.get('notes', 'a'))).toBe('from the future');
  db.close();
});

test('a store that is missing is made', async () => {
  const name = fresh();
  (await openDB(name, 2)).close();
  const db = notes(name);
  await db.run((d) => d.put('notes', 1, 'a'));
  expect(await db.run((d) => d.get('notes', 'a'))).toBe(1);
  db.close();
});

test('an index that is missing is made, and the outbox keeps its records', async () => {
  const account = accountOf({ company_id: 'old', employee_id: fresh() });
  const old = await openDB(`limelight-outbox:${account}`, 1, {
    upgrade: (db) => void db.createObjectStore('other'),
  });
  old.close();
  const db = outboxDatabase(account);
  expect(await db.run(async (d) => [...d.transaction('outbox').store.indexNames])).toEqual(['id']);
  db.close();
});

test('a connection that died under us is opened again', async () => {
  const db = notes(fresh());
  await db.run(async (d) => {
    await d.put('notes', 1, 'a');
    d.close();
  });
  expect(await db.run((d) => d.get('notes', 'a'))).toBe(1);
  db.close();
});

test('a connection that dies while something is read fails whoever reads, and nobody else', async () => {
  const db = notes(fresh());
  await db.run((d) => d.put('notes', 1, 'a'));
  const uncaught: unknown[] = [];
  const hear = (reason: unknown) => uncaught.push(reason);
  process.on('unhandledRejection', hear);
  const reading = db.run(async (d) => {
    const tx = d.transaction('notes');
    const read = tx.store.get('a');
    tx.abort();
    return read;
  });
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((done) => setTimeout(done, 20));
  process.off('unhandledRejection', hear);
  expect(uncaught).toEqual([]);
});

test('makes way for another tab that upgrades, and goes on with the new version', async () => {
  const name = fresh();
  const db = notes(name);
  await db.run((d) => d.put('notes', 1, 'a'));
  const upgraded = await openDB(name, 5, { upgrade: (d) => void d.createObjectStore('more') });
  expect(await db.run((d) => d.get('notes', 'a'))).toBe(1);
  upgraded.close();
  db.close();
});

test('after closing nothing is opened any more', async () => {
  const db = notes(fresh());
  await db.run((d) => d.put('notes', 1, 'a'));
  db.close();
  await expect(db.run((d) => d.get('notes', 'a'))).rejects.toThrow('is closed');
});

test('destroying empties at once, even while another tab sits on the database', async () => {
  const name = fresh();
  const db = notes(name);
  await db.run((d) => d.put('notes', 'secret', 'a'));
  // A tab that does not make way: it has no listener for that, as a frozen one has not.
  const stubborn = await openDB<Schema>(name);
  const destroyed = db.destroy().catch((error: Error) => error);
  await expect.poll(() => stubborn.get('notes', 'a')).toBeUndefined();
  stubborn.close();
  expect(await destroyed).toBeUndefined();
  expect((await indexedDB.databases()).some((one) => one.name === name)).toBe(false);
});

test('what may not be lost is written down again when the database was deleted under us', async () => {
  const name = fresh();
  let mine = true;
  let filled = 0;
  const db = database<Schema>(name, 1, shape, {
    may: () => mine,
    fill: async (made) => {
      filled++;
      await made.put('notes', 'unsent', 'a');
    },
  });
  expect(await db.run((d) => d.get('notes', 'a')), 'a new one begins with what is known').toBe('unsent');
  await deleteDB(name);
  await expect.poll(() => filled).toBe(2);
  expect(await db.run((d) => d.get('notes', 'a'))).toBe('unsent');

  // Its owner has left: it is to be gone.
  mine = false;
  await deleteDB(name);
  await new Promise((done) => setTimeout(done, 50));
  expect((await indexedDB.databases()).some((one) => one.name === name)).toBe(false);
  db.close();
});

test('what may not be lost is written down however often that fails at first, and nobody sees it empty before', async () => {
  const name = fresh();
  let failures = 0;
  let tried = 0;
  const db = database<Schema>(name, 1, shape, {
    may: () => true,
    fill: async (made) => {
      tried++;
      if (failures-- > 0) throw new DOMException('The connection was closed.', 'AbortError');
      await made.put('notes', 'unsent', 'a');
    },
  });
  const look = () => db.run((d) => d.get('notes', 'a'));
  await look();
  failures = 2;
  await deleteDB(name);
  // Nobody asks for it: it is done again by itself.
  await expect.poll(() => tried).toBe(4);
  expect(await look()).toBe('unsent');

  failures = 2;
  await deleteDB(name);
  expect(await look().catch((error: Error) => error.name)).toBe('AbortError');
  await expect.poll(() => look().catch(() => undefined)).toBe('unsent');
  db.close();
});

test('what may not be lost is written down also where somebody else is quicker to make the database', async () => {
  const name = fresh();
  const db = database<Schema>(name, 1, shape, {
    may: () => true,
    fill: async (made) => void (await made.put('notes', 'unsent', 'a')),
  });
  await db.run((d) => d.get('notes', 'a'));
  const other = notes(name, 1);
  await Promise.all([deleteDB(name), other.run((d) => d.put('notes', 'of another', 'b'))]);
  await expect.poll(() => other.run((d) => d.getAll('notes'))).toEqual(['unsent', 'of another']);
  other.close();
  db.close();
});

test('a database that somebody made without stores counts as new', async () => {
  const name = fresh();
  (await openDB(name)).close();
  const db = database<Schema>(name, 1, shape, {
    may: () => true,
    fill: async (made) => void (await made.put('notes', 'unsent', 'a')),
  });
  expect(await db.run((d) => d.get('notes', 'a'))).toBe('unsent');
  db.close();
});
