// The endpoints of notifications → its rules. Nothing is decided here. Those of devices stand in devices/routes.ts.
import * as quiet from '#contract/notifications/quiet.ts';
import * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import { implement, type Route } from '../../platform/feature.ts';
import { listNotifications, readNotifications } from './list/list.ts';
import { getQuiet, getSettings, setLevel, updateSettings } from './settings/settings.ts';

export const notificationRoutes: readonly Route[] = [
  ...implement(contract, {
    getSettings: ({ tx, actor }) => getSettings(tx, actor),
    list: ({ tx, actor }, input) => listNotifications(tx, actor, input),
  }),
  ...implement(quiet, { getQuiet: ({ tx, actor }, input) => getQuiet(tx, actor, input) }),
  ...implement(writes, {
    updateSettings: ({ tx, actor }, input) => updateSettings(tx, actor, input),
    setLevel: ({ tx, actor }, input) => setLevel(tx, actor, input),
    read: ({ tx, actor }, input) => readNotifications(tx, actor, input),
  }),
];
