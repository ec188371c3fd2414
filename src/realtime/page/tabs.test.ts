// Tabs of one browser: exactly one leads, another follows at once when it goes, and all hear each other.
import { afterEach, expect, test, vi } from 'vitest';
import { withLock } from '../../offline/locks.ts';
import { joinTabs, type TabMessage, type Tabs } from './tabs.ts';

let accounts = 0;
const open: Tabs[] = [];
/** Also where the tabs' own timers stand still. */
const { setTimeout: realTimeout } = globalThis;
const soon = (ms = 30) => new Promise((done) => realTimeout(done, ms));
const until = async (fits: () => boolean, ms = 20_000) => {
  const end = Date.now() + ms;
  while (!fits() && Date.now() < end) await soon(10);
  return fits();
};

interface Tab {
  tabs: Tabs;
  heard: TabMessage[];
  leads: boolean[];
}
function join(account: string, isWatched = () => true): Tab {
  const [heard, leads]: [TabMessage[], boolean[]] = [[], []];
  const tabs = joinTabs({ account, isWatched, onMessage: (m) => heard.push(m), onLead: (now) => leads.push(now) });
  open.push(tabs);
  return { tabs, heard, leads };
}
const account = () => `company/${accounts++}`;

afterEach(() => {
  vi.useRealTimers();
  for (const tabs of open.splice(0)) tabs.stop();
});

test('the first leads, the second takes over at once when it goes', async () => {
  // Nobody looks every few seconds whether somebody leads: it is the next in line.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const where = account();
  const first = join(where);
  expect(await until(first.tabs.isLeader)).toBe(true);
  const second = join(where);
  await soon();
  expect(second.tabs.isLeader()).toBe(false);
  first.tabs.stop();
  expect(await until(second.tabs.isLeader)).toBe(true);
  expect([first.leads, second.leads]).toEqual([[true, false], [true]]);
});

test('accounts have leaders of their own', async () => {
  const [one, two] = [join(account()), join(account())];
  expect(await until(() => one.tabs.isLeader() && two.tabs.isLeader())).toBe(true);
  one.tabs.post({ type: 'ready' });
  await soon();
  expect(two.heard).toEqual([]);
});

test('what one says all others hear, not itself', async () => {
  const where = account();
  const [one, two, three] = [join(where), join(where), join(where)] as const;
  two.tabs.post({ type: 'outbox', added: true });
  expect(await until(() => one.heard.length > 0 && three.heard.length > 0)).toBe(true);
  expect([one.heard, two.heard, three.heard]).toEqual([
    [{ type: 'outbox', added: true }],
    [],
    [{ type: 'outbox', added: true }],
  ]);
});

test('a leader that is frozen is replaced by a tab that somebody looks at, within two seconds', async () => {
  const where = account();
  // A frozen tab holds its lock and answers nothing.
  const frozen = withLock(`limelight-leader:${where}`, () => new Promise<void>(() => undefined)).catch(() => undefined);
  const hidden = join(where, () => false);
  const seen = join(where);
  await soon();
  hidden.tabs.probe();
  seen.tabs.probe();
  expect(await until(seen.tabs.isLeader)).toBe(true);
  expect(hidden.tabs.isLeader()).toBe(false);
  await frozen;
});

test('a leader that is awake stays', async () => {
  const where = account();
  const leader = join(where);
  await until(leader.tabs.isLeader);
  const other = join(where);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  other.tabs.probe();
  // What is said on the way there and back arrives in order: behind the question, and behind its answer.
  other.tabs.post({ type: 'hello' });
  expect(await until(() => leader.heard.length > 0)).toBe(true);
  leader.tabs.post({ type: 'ready' });
  expect(await until(() => other.heard.length > 0)).toBe(true);
  vi.advanceTimersByTime(1_200);
  await soon(200);
  expect([leader.tabs.isLeader(), other.tabs.isLeader()]).toEqual([true, false]);
});

test('a tab that rests gives up leading and stands again when it wakes', async () => {
  const where = account();
  const [one, two] = [join(where), join(where)] as const;
  await until(one.tabs.isLeader);
  one.tabs.rest();
  expect(await until(two.tabs.isLeader)).toBe(true);
  one.tabs.probe();
  await soon();
  expect(one.tabs.isLeader()).toBe(false);
  two.tabs.stop();
  expect(await until(one.tabs.isLeader)).toBe(true);
});

test('a robbed leader knows it, and stands again', async () => {
  const where = account();
  const one = join(where);
  await until(one.tabs.isLeader);
  let release: (() => void) | undefined;
  const thief = withLock(`limelight-leader:${where}`, () => new Promise<void>((done) => (release = done)), {
    steal: true,
  });
  expect(await until(() => !one.tabs.isLeader())).toBe(true);
  release?.();
  await thief;
  expect(await until(one.tabs.isLeader)).toBe(true);
  expect(one.leads).toEqual([true, false, true]);
});
