// The people of bench/storm.ts who are signed in already: they read their conversations, look at a colleague and write, evenly.
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import { TestClient } from '#tests/kit/client.ts';
import { answer } from '../lib/child.ts';
import type { OthersAnswer, OthersQuestion } from '../storm.ts';

let clients: TestClient[] = [];
let space = '';

/** The n-th call of somebody. */
function callOf(client: TestClient, n: number): Promise<unknown> {
  if (n % 10 === 3) {
    const words = {
      entity_type: 'space',
      entity_id: space,
      message_id: uuid(),
      body: docOf(`Line ${n} is up.`),
    } as const;
    return client.call(chat.send, words);
  }
  if (n % 2) return client.call(chat.listConversations, {});
  return client.call(people.meta, { employee_id: client.employee_id, select: ['first_name'] });
}

async function run({ perSecond, seconds }: Extract<OthersQuestion, { kind: 'run' }>): Promise<OthersAnswer> {
  const took: number[] = [];
  let refused = 0;
  const start = performance.now();
  const all = clients.length * perSecond * seconds;
  const calls = Array.from({ length: all }, async (_, n) => {
    const due = start + (n * 1_000) / (clients.length * perSecond);
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    await callOf(clients[n % clients.length] as TestClient, Math.floor(n / clients.length)).catch(() => refused++);
    took.push(performance.now() - due);
  });
  await Promise.all(calls);
  return { took, refused };
}

answer<OthersQuestion>(async (question) => {
  if (question.kind === 'run') return run(question);
  clients = question.sessions.map((session) => new TestClient(question.url, session));
  space = question.space_id;
  return undefined;
});
