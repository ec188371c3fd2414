// Lists that move while they are read, and the directory that every device keeps: cache + events = fresh read.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const invite = async (by: TestClient, first_name: string, last_name: string, joining_date: string | null = null) => {
  const input = {
    employee_id: uuid(),
    first_name,
    last_name,
    work_email_id: `p${uuid().slice(-12)}@people.example`,
    send_invitation: false,
    joining_date,
  };
  return (await by.call(people.create, input)).employee.employee_id;
};

/** 500 people, many with the same name and the same date. */
async function crowd(owner: TestClient): Promise<Set<string>> {
  const ids = new Set<string>();
  const dates = ['2021-03-01', '2021-03-02', '2024-11-30', null];
  for (let i = 0; i < 500; i += 10)
    for (const id of await Promise.all(
      Array.from({ length: 10 }, (_, k) =>
        invite(owner, ['Orla', 'Órla', 'Zoë', 'mia'][k % 4] as string, `Baker ${(i + k) % 25}`, dates[i % 4] ?? null),
      ),
    ))
      ids.add(id);
  return ids;
}

test('500 people: no gap and no double while others join', { timeout: 60_000 }, async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const there = await crowd(owner);
  const readers = [
    (cursor?: string) => owner.call(people.list, { limit: 37, ...(cursor && { cursor }) }),
    (cursor?: string) => owner.call(people.list, { limit: 41, sort: 'joining_date', ...(cursor && { cursor }) }),
    (cursor?: string) => owner.call(people.list, { limit: 23, query: 'orla', ...(cursor && { cursor }) }),
    (cursor?: string) => owner.call(people.directory, { limit: '43', ...(cursor && { cursor }) }),
  ];
  for (const [index, read] of readers.entries()) {
    const seen: string[] = [];
    let page: Awaited<ReturnType<typeof read>>;
    let cursor: string | undefined;
    do {
      page = await read(cursor);
      seen.push(...page.items.map((p) => p.employee_id));
      cursor = page.next_cursor ?? undefined;
      await invite(owner, `Orla ${seen.length}`, 'Late', '2021-03-01');
    } while (cursor);
    expect(new Set(seen).size, `doubles in list ${index}`).toBe(seen.length);
    const expected = index === 2 ? [...there].filter((id) => seen.includes(id)) : [...there];
    expect(expected.length).toBe(index === 2 ? 300 : 500);
    expect(
      expected.filter((id) => !seen.includes(id)),
      `gaps in list ${index}`,
    ).toEqual([]);
  }
});

type Cache = { revision: number; people: Map<string, people.Person> };

async function readDirectory(client: TestClient): Promise<Cache> {
  const { items, revision, next_cursor } = await client.call(people.directory, {});
  expect(next_cursor).toBeNull();
  return { revision, people: new Map(items.map((p) => [p.employee_id, p])) };
}

/** The reducer that a client has. */
function apply(cache: Cache, { topic, revision, name, payload }: EventFrame): void {
  if (topic !== 'company' || revision <= cache.revision) return;
  expect(revision).toBe(cache.revision + 1);
  cache.revision = revision;
  if (name === 'people.changed') cache.people.set((payload as people.Person).employee_id, payload as people.Person);
  if (name === 'people.removed') cache.people.delete((payload as { employee_id: string }).employee_id);
}

test('directory: the copy of a listener and of the author are what a fresh read gives', async () => {
  const { owner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await using listener = await openSocket(ines);
  const [heard, answered] = [await readDirectory(ines), await readDirectory(owner)];
  const took = ({ events }: { events: unknown[] }) => {
    for (const frame of events as EventFrame[]) apply(answered, frame);
  };

  const [a, b, c] = [
    await invite(owner, 'Gwen', 'Tarrant'),
    await invite(owner, 'Hana', 'Sugimoto'),
    await invite(owner, 'Ling', 'Zhao'),
  ];
  Object.assign(answered, await readDirectory(owner));
  took(await owner.call(people.update, { employee_id: a, position_title: 'Buyer', phone_number: '020 7946 0001' }));
  took(await owner.call(people.update, { employee_id: a, phone_number: '020 7946 0002' }));
  took(await owner.call(people.update, { employee_id: a, position_title: 'Buyer' }));
  took(await owner.call(people.setStatus, { employee_id: b, status: 'SUSPENDED' }));
  took(await owner.call(people.remove, { employee_id: c }));
  took(
    await owner.call(people.update, {
      employee_id: owner.employee_id,
      first_name: 'Oliver',
      profile_url: '/files/o.png',
    }),
  );

  await listener.waitFor(
    (m): m is never =>
      m.type === 'event' && m.name === 'people.changed' && (m.payload as people.Person).first_name === 'Oliver',
  );
  for (const event of listener.events) apply(heard, event as EventFrame);
  const fresh = await readDirectory(owner);
  expect(heard).toEqual(fresh);
  expect(answered).toEqual(fresh);
  expect(fresh.people.size).toBe(4);
  expect(fresh.people.get(b)?.employee_account_status).toBe('SUSPENDED');
});

test('what everybody hears holds names and faces, and what is personal reaches the person alone', async () => {
  const { owner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await using hers = await openSocket(ines);
  await using his = await openSocket(await addPerson(app, owner));
  await owner.call(people.update, {
    employee_id: ines.employee_id,
    phone_number: '020 7946 0003',
    birth_date: '1990-02-03',
    first_name: 'Ines',
  });
  await hers.waitForEvent('people.self_changed');
  const { payload } = await his.waitForEvent('people.changed');
  expect(Object.keys(payload as object).toSorted()).toEqual(Object.keys(people.person.entries).toSorted());
  // Her own event came after the one for all in the same commit: had his socket been told, it would be here by now.
  expect(his.events.map((event) => event.name)).toEqual(['people.changed']);
  expect(JSON.stringify(his.messages)).not.toContain('7946');
});
