// The demo company: made whole, once, and full of what the first sign-in should see.
// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listThreads, type Thread } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { listDepartments } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { signIn } from '#tests/kit/factory.ts';
import { mailsTo } from '#tests/kit/mails.ts';
import { addressOf, cast } from '#tools/demo/cast.ts';
import { fill } from '#tools/demo/fill.ts';
import { PASSWORD } from '#tools/demo/found.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await fill(app.app);
}, 600_000);
afterAll(() => app.close());

const member = (first: string) => cast.filter((one) => one.first === first)[0] as (typeof cast)[number];
const enter = (first: string) => signIn(app.url, addressOf(member(first)), PASSWORD);

test('sends no mail, and a second time changes nothing', async () => {
  const count = async () =>
    (
      await app.sql<{ messages: number; people: number }>(
        'SELECT (SELECT count(*)::int FROM message) AS messages, (SELECT count(*)::int FROM employee) AS people',
      )
    )[0];
  const before = await count();
  expect(before?.messages).toBeGreaterThan(2_000);
  expect(before?.people).toBe(60);
  expect(await fill(app.app)).toBeNull();
  expect(await count()).toEqual(before);
  expect(await mailsTo(app.dataDir)).toEqual([]);
});

test.each([
  ['Ines', false, false],
  ['Freya', true, true],
  ['Amara', true, true],
  ['Priya', true, false],
  ['Rosa', false, false],
])('%s signs in; manages people: %s, configures: %s', async (first, manages, configures) => {
  const client = await enter(first);
  expect(client.session?.permissions.includes('people.manage')).toBe(manages);
  expect(client.session?.permissions.includes('company.configure')).toBe(configures);
  expect(await client.call(company.get, {})).toMatchObject({ company_name: 'Brackenford', color_theme: 'default' });
});

test('everybody is there, with somebody to report to', async () => {
  // Who manages people sees those as well who are not here yet, or no more.
  const client = await enter('Freya');
  const { items } = await client.call(people.list, { limit: 100 });
  expect(items).toHaveLength(60);
  expect(Object.groupBy(items, (one) => one.employee_account_status)).toMatchObject({
    INVITED: { length: 2 },
    INACTIVE: { length: 1 },
    SUSPENDED: { length: 1 },
  });
  const ruth = items.find((one) => one.first_name === 'Ruth');
  expect(ruth?.employee_account_status).toBe('INACTIVE');
  const tops = await app.sql('SELECT first_name FROM employee WHERE manager_id IS NULL');
  expect(tops).toEqual([{ first_name: 'Freya' }]);
});

test('everybody is in a department with a lead, and whoever has an account was here', async () => {
  const client = await enter('Freya');
  const { items: departments } = await client.call(listDepartments, {});
  expect(departments).toHaveLength(17);
  expect(departments.filter(({ lead_id }) => lead_id === null)).toEqual([]);
  expect(departments.reduce((sum, { members }) => sum + members, 0)).toBe(60);
  const { items } = await client.call(people.list, { limit: 100, select: ['last_seen_at'] });
  const never = items.filter(({ last_seen_at }) => last_seen_at === null);
  expect(never.map((one) => one.employee_account_status)).not.toContain('ACTIVE');
  expect(items.some(({ last_seen_at }) => Date.parse(last_seen_at ?? '') > Date.now())).toBe(false);
});

describe('what Ines sees', () => {
  let ines: TestClient;
  let entries: chat.Entry[];
  let names: Map<string, string>;
  beforeAll(async () => {
    ines = await enter('Ines');
    entries = (await ines.call(chat.listConversations, {})).items;
    const { items } = await ines.call(people.directory, {});
    names = new Map(items.map((person) => [person.employee_id, `${person.first_name} ${person.last_name}`]));
  });
  const nameOf = (entry: chat.Entry) => entry.space?.space_name ?? names.get(entry.entity_id);

  test('the list begins as in the pictures', () => {
    expect(entries.slice(0, 3).map(nameOf)).toEqual(['Mill Lane crew', 'Kwame Mensah', 'Harbour runs']);
    expect(entries.slice(0, 3).map((entry) => entry.unread_message_count)).toEqual([2, 2, 3]);
    expect(entries[0]?.latest_message).toContain('Thursday suits the early shift');
    expect(entries[1]?.latest_message).toBe('Door seal is on. Oven 3 is all yours');
    expect(entries.reduce((sum, entry) => sum + entry.unread_message_count, 0)).toBe(7);
    expect(entries[0]?.space?.sub_spaces.map((sub) => sub.sub_space_name)).toEqual([
      'General',
      'Early shift',
      'Ovens & kit',
      'Recipes',
      'Rota swaps',
    ]);
  });

  test('a conversation is in the order of its times, with people in it who are in the space', async () => {
    const [mill] = entries;
    const { items } = await ines.call(chat.listMessages, {
      entity_type: 'space',
      entity_id: mill?.entity_id ?? '',
      limit: '100',
    });
    expect(items).toHaveLength(100);
    const times = items.map((message) => message.created_at);
    expect(times).toEqual(times.toSorted());
    expect(Date.parse(times.at(-1) ?? '')).toBeLessThan(Date.now());
    expect(JSON.stringify(items)).toContain('"kind":"employee"');
    expect(items.flatMap((message) => message.reactions).length).toBeGreaterThan(20);
    const heading = items.find((message) => message.body?.content[0]?.type === 'heading');
    expect(heading?.body?.content.map((block) => block.type)).toEqual(['heading', 'bulletList']);
  });
});

test('there are threads with answers, and groups, as old as they are said to be', async () => {
  const ines = await enter('Ines');
  const { items } = await ines.call(listThreads, {});
  expect(items.map(({ root }) => root.text.slice(0, 30))).toEqual([
    'Oven 3 is back in service Preh',
    'Tasting sheet v3 is up, and th',
  ]);
  expect(items.every(({ state }) => state.read_seq === state.last_seq)).toBe(true);
  const { entity_type, entity_id, sub_space_id, root } = items[0] as Thread;
  const address = { entity_type, entity_id, ...(sub_space_id && { sub_space_id }) };
  const shown = (await ines.call(chat.listMessages, { ...address, around_seq: String(root.seq) })).items;
  const { thread } = shown.find(({ message_id }) => message_id === root.message_id) as chat.Message;
  expect(thread).toMatchObject({ replies: 4, latest_at: items[0]?.state.latest?.time });
  const { items: entries } = await ines.call(chat.listConversations, {});
  const groups = entries.flatMap(({ group, latest_message }) => (group ? [[group.name, latest_message]] : []));
  expect(groups).toEqual([
    ['Saturday market', 'I bring the rye and a long cable for the urn.'],
    ['', 'I’ll bake it. She will notice, and she will be polite about it.'],
  ]);
});

test('what is stored holds together', async () => {
  const wrong = async (sql: string) => expect(await app.sql(sql), sql).toEqual([]);
  await wrong('SELECT 1 FROM message WHERE created_at > now() OR edited_at < created_at OR deleted_at < created_at');
  await wrong('SELECT conversation_id FROM message GROUP BY conversation_id HAVING max(seq) <> count(*)');
  await wrong(
    'SELECT 1 FROM conversation c WHERE last_seq <> (SELECT count(*) FROM message m WHERE m.conversation_id = c.conversation_id)',
  );
  await wrong(
    'SELECT 1 FROM conversation_member m JOIN conversation c USING (company_id, conversation_id) WHERE m.read_seq > c.last_seq',
  );
  await wrong(
    'SELECT a.message_id FROM message a JOIN message b ON a.conversation_id = b.conversation_id AND b.seq = a.seq + 1 WHERE b.created_at < a.created_at',
  );
  await wrong(
    'SELECT 1 FROM space s WHERE total_members <> (SELECT count(*) FROM space_member m WHERE m.space_id = s.space_id)',
  );
  await wrong(
    `SELECT 1 FROM conversation c JOIN message m USING (company_id, conversation_id) WHERE c.kind = 'thread'
      GROUP BY c.company_id, c.conversation_id HAVING min(m.created_at) <> c.created_at OR max(m.created_at) <> c.replied_at`,
  );
  for (const some of ['edited_at IS NOT NULL', 'deleted_at IS NOT NULL'])
    expect((await app.sql(`SELECT 1 FROM message WHERE ${some}`)).length, some).toBeGreaterThan(2);
});
