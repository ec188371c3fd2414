// Who has seen what where there are very many: a space of thousands, and somebody who talks with thousands.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSeen, showSeen } from '#contract/chat/seen.ts';
import * as chat from '#contract/chat.ts';
import { countSeen, holdPairs, listSeen as pageOf } from '#server/features/chat/marks/seen-repo.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { into, makeSpace, say, stateOf } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a space of thousands and thousands of colleagues are read by the keys of who asks alone', async () => {
  const { owner, company_id } = await registerCompany(app);
  const space = await makeSpace(owner, { visibility: 'public' });
  const first = await say(owner, into(space.space_id), 'To all');
  const me = owner.employee_id;
  const [members, talks] = [5_000, 2_000];
  const id = (kind: string) => `('${kind}-0000-7000-8000-' || lpad(to_hex(c), 12, '0'))::uuid`;
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status, sort_name, search_text)
     SELECT $1, ${id('00000003')}, 'N', 'N', c || '@s.example', c || '@s.example', 'ACTIVE', 'n', 'n' FROM generate_series(1, $2) c`,
    [company_id, members],
  );
  await app.sql(
    `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq, shown_seq)
     SELECT $1, $2, ${id('00000003')}, c % 2, c % 2 FROM generate_series(1, $3) c`,
    [company_id, first.conversation_id, members],
  );
  await app.sql(
    `INSERT INTO conversation (company_id, conversation_id, kind, employee_low, employee_high, last_seq)
     SELECT $1, ${id('00000004')}, 'direct', least(${id('00000003')}, $2), greatest(${id('00000003')}, $2), 1 FROM generate_series(1, $3) c`,
    [company_id, me, talks],
  );
  await app.sql(
    `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq, shown_seq)
     SELECT company_id, conversation_id, unnest(ARRAY[employee_low, employee_high]), 1, 1
     FROM conversation WHERE company_id = $1 AND kind = 'direct'`,
    [company_id],
  );
  await app.sql('ANALYZE');
  const plans = await app.app.context.db.company(company_id, async (tx) => {
    const explain: Tx = { ...tx, query: (text, values) => tx.query(`EXPLAIN (FORMAT JSON) ${text}`, values) };
    return {
      count: await countSeen(explain, first),
      page: await pageOf(explain, first, null, 50),
      pairs: await holdPairs(explain, me),
    };
  });
  expect(JSON.stringify(plans.count)).toContain('Index');
  const began = performance.now();
  expect(await owner.call(listSeen, { message_id: first.message_id, limit: '100' })).toMatchObject({
    seen: members / 2,
    members,
  });
  const listed = performance.now();
  // One statement tells all of them: each conversation once, and the caller's own devices.
  const { events } = await owner.call(showSeen, { shown: false });
  expect(events).toHaveLength(1);
  const hidden = performance.now();
  expect([listed - began, hidden - listed].every((ms) => ms < 5_000)).toBe(true);
  const [told] = (await app.sql(
    `SELECT count(*)::integer AS n, max(e.revision) AS revision FROM event e WHERE e.company_id = $1 AND e.name = 'chat.seen'`,
    [company_id],
  )) as { n: number; revision: number }[];
  expect(told).toEqual({ n: talks, revision: 1 });
  const { items } = await owner.call(chat.listConversations, {});
  const direct = items.filter((entry) => entry.entity_type === 'employee');
  expect(direct.every(({ conversations: [state] }) => state?.seen_seq === null)).toBe(true);
  expect(await owner.call(showSeen, { shown: true })).toMatchObject({ shown: true });
  expect(await stateOf(owner, direct[0]?.entity_id ?? uuid())).toMatchObject({ seen_seq: 1 });
}, 60_000);
