// How the list of notifications and what one wants to be told of follow events of the personal topic. Pure.
import { read as conversationRead } from '#contract/chat.ts';
import type { PayloadOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Notification, Settings } from '#contract/notifications.ts';
import * as contract from '#contract/notifications.ts';
import { settingsKey } from '#src/kit/notifications/keys.ts';
import type { Effect, LiveQuery } from '#src/realtime/live-query.ts';
import { listKey } from './keys.ts';

export type Wanted = ResponseOf<typeof contract.getSettings>;
export type List = ResponseOf<typeof contract.list>;

/** What of a setting changes; of levels only those that are named. */
export type SettingsChange = Partial<Omit<Settings, 'levels'>> & { readonly levels?: Partial<Settings['levels']> };

/** As many are live; what is older is read when somebody looks for it. */
const LIVE = 100;

function changeWanted(data: Wanted, name: string, payload: unknown): Wanted {
  if (name === contract.settingsChanged.name) {
    const { levels, ...rest } = payload as SettingsChange;
    const { settings } = data;
    return { ...data, settings: { ...settings, ...rest, levels: { ...settings.levels, ...levels } } };
  }
  if (name !== contract.levelChanged.name) return data;
  const { entity_type, entity_id, level } = payload as PayloadOf<typeof contract.levelChanged>;
  const others = data.exceptions.filter((one) => one.entity_id !== entity_id);
  return { ...data, exceptions: level ? [...others, { entity_type, entity_id, level }] : others };
}

/** Of what is only predicted nobody has counted. */
type Read = Omit<PayloadOf<typeof contract.notificationsRead>, 'unread'> & { readonly unread?: number };

function changeList(data: List, name: string, payload: unknown): List {
  const { items } = data;
  if (name === contract.notified.name) {
    const { notification, unread } = payload as PayloadOf<typeof contract.notified>;
    const others = items.filter(({ notification_id }) => notification_id !== notification.notification_id);
    const sorted = [...others, notification].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
    return { ...data, items: sorted.slice(0, LIVE), unread };
  }
  if (name === contract.notificationsRead.name) {
    const { notification_ids, until, unread } = payload as Read;
    let left = data.unread;
    const next = items.map((one) => {
      const isMeant = notification_ids.includes(one.notification_id) || (until !== null && one.created_at <= until);
      if (one.read || !isMeant) return one;
      left--;
      return { ...one, read: true };
    });
    return { ...data, items: next, unread: unread ?? (until === null ? left : 0) };
  }
  if (name !== contract.withdrawn.name) return data;
  const { notification_ids, unread } = payload as PayloadOf<typeof contract.withdrawn>;
  return { ...data, items: items.filter((one) => !notification_ids.includes(one.notification_id)), unread };
}

const placeOf = ({ created_at, notification_id }: Notification): string => created_at + notification_id;

type Change<D> = (data: D, name: string, payload: unknown) => D;

const personal = <D extends { readonly revision: number }>(
  prefix: readonly string[],
  fetch: LiveQuery<D>['fetch'],
  change: Change<D>,
): LiveQuery<D> => ({
  prefix,
  fetch,
  topics: ({ revision }, _key, { self }) => [[`employee:${self}`, revision]],
  reduce: (data, { name, payload, revision }) => ({ ...change(data, name, payload), revision }),
  predict: (data, _key, { state, predicted }) =>
    state === 'failed' ? data : predicted.reduce((before, { name, payload }) => change(before, name, payload), data),
});

export const wanted = personal<Wanted>(
  settingsKey,
  (_key, { call, signal }) => call(contract.getSettings, {}, { signal }),
  changeWanted,
);
export const list = personal<List>(
  listKey,
  (_key, { call, signal }) => call(contract.list, { limit: String(LIVE) }, { signal }),
  changeList,
);

/** What is read or gone, here or elsewhere, does not stand on this device's screen any more. */
export const effects: readonly Effect[] = [conversationRead, contract.notificationsRead, contract.withdrawn].map(
  ({ name: event }) => ({
    event,
    run: ({ name, payload }) => {
      if (globalThis.Notification?.permission === 'granted')
        void import('./device/take-down.ts').then(({ follow }) => follow(name, payload));
    },
  }),
);
