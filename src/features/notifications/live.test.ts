import { describe, expect, test } from 'vitest';
import { AWAKE } from '#contract/notifications/awake.ts';
import * as contract from '#contract/notifications.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { type List, list, type Wanted, wanted } from './live.ts';

const context = { self: 'me' };
const frame = (name: string, payload: unknown, revision = 8) => ({
  topic: 'employee:me' as const,
  revision,
  name,
  payload,
});
const entry = (notification_id: string, minute: number, read = false): contract.Notification => ({
  notification_id,
  kind: 'mention',
  actor_id: 'kwame',
  count: 1,
  text: notification_id,
  emoji: null,
  place: 'Ovens',
  path: '/connect',
  created_at: new Date(Date.UTC(2026, 10, 22, 8, minute)).toISOString(),
  read,
});
const ids = ({ items }: List) => items.map(({ notification_id, read }) => notification_id + (read ? '' : '!'));
const start: List = { items: [entry('b', 2), entry('a', 1, true)], next_cursor: null, unread: 1, revision: 7 };
const after = (data: List, name: string, payload: unknown) => list.reduce(data, frame(name, payload), context, []);
const waiting = (name: string, payload: unknown, state: OutboxItem['state'] = 'queued') =>
  ({ state, predicted: [{ name, payload }] }) as unknown as OutboxItem;

describe('the list', () => {
  test('what is new stands at its time; what says something else now stands there once', () => {
    const more = after(start, contract.notified.name, { notification: entry('c', 3), unread: 2 });
    expect([ids(more), more.unread, more.revision]).toEqual([['c!', 'b!', 'a'], 2, 8]);
    const again = after(more, contract.notified.name, { notification: entry('a', 4), unread: 3 });
    expect(ids(again)).toEqual(['a!', 'c!', 'b!']);
  });

  test('read one by one, or up to a time; taken back', () => {
    const one = after(start, contract.notificationsRead.name, { notification_ids: ['b'], until: null, unread: 0 });
    expect([ids(one), one.unread]).toEqual([['b', 'a'], 0]);
    const until = entry('', 2).created_at;
    expect(ids(after(start, contract.notificationsRead.name, { notification_ids: [], until, unread: 0 }))).toEqual([
      'b',
      'a',
    ]);
    const gone = after(start, contract.withdrawn.name, { notification_ids: ['b'], unread: 0 });
    expect([ids(gone), gone.unread]).toEqual([['a'], 0]);
  });

  test('what waits to be sent counts already; what was refused does not', () => {
    const read = { notification_ids: ['b'], until: null };
    const predict = (state?: OutboxItem['state']) =>
      list.predict?.(start, [], waiting(contract.notificationsRead.name, read, state), context);
    expect(predict()).toMatchObject({ unread: 0, items: [{ read: true }, { read: true }], revision: 7 });
    expect(predict('failed')).toBe(start);
  });

  test('what it does not know only raises the revision', () => {
    expect(after(start, 'something.else', {})).toEqual({ ...start, revision: 8 });
    expect([...list.topics(start, [], context)]).toEqual([['employee:me', 7]]);
  });
});

describe('what is wanted', () => {
  const kept: Wanted = {
    settings: {
      levels: { ...contract.DEFAULT_LEVELS },
      awake: null,
      paused_until: null,
      hide_text: false,
      mail_digest: true,
    },
    exceptions: [{ entity_type: 'group', entity_id: 'g', level: 'none' }],
    company_awake: AWAKE,
    revision: 7,
  };
  test('a change that waits touches nothing else', () => {
    const change = waiting(contract.settingsChanged.name, { levels: { group: 'none' } });
    const shown = wanted.predict?.(kept, [], change, context);
    expect(shown?.settings).toEqual({ ...kept.settings, levels: { ...kept.settings.levels, group: 'none' } });
  });
  test('exceptions come, change and go', () => {
    const level = (data: Wanted, value: contract.Level | null, entity_id = 'g') =>
      wanted.reduce(
        data,
        frame(contract.levelChanged.name, { entity_type: 'group', entity_id, level: value }),
        context,
        [],
      );
    expect(level(kept, 'all').exceptions).toEqual([{ entity_type: 'group', entity_id: 'g', level: 'all' }]);
    expect(level(kept, null).exceptions).toEqual([]);
    expect(level(kept, 'all', 'h').exceptions).toHaveLength(2);
  });
});
