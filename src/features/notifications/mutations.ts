// The writes about notifications. They wait without a connection; what they look like until the server has answered is at once
// there.

import { v7 as uuid } from 'uuid';
import * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import type { Client } from '#src/realtime/client.ts';
import type { SettingsChange } from './live.ts';

/** Only what is given changes. Of several that wait, each has its own place: they are about different things. */
export function changeSettings({ outbox }: Client, change: SettingsChange): void {
  outbox.enqueue({
    endpoint: writes.updateSettings,
    input: change,
    id: uuid(),
    scope: 'notification-settings',
    replaces: `notification-settings/${aboutOf(change)}`,
    predicted: [{ name: contract.settingsChanged.name, payload: change }],
  });
}

const aboutOf = ({ levels, ...rest }: SettingsChange): string =>
  [...Object.keys(rest), ...Object.keys(levels ?? {})].toSorted().join(' ');

/** Some of the list, or with `until` (ISO 8601) all up to then. */
export function readNotifications({ outbox }: Client, which: { notification_ids: string[] } | { until: string }): void {
  outbox.enqueue({
    endpoint: writes.read,
    input: which,
    id: uuid(),
    scope: 'notifications-read',
    replaces: 'until' in which ? 'notifications-read' : `notifications-read/${which.notification_ids.join(' ')}`,
    predicted: [
      {
        name: contract.notificationsRead.name,
        payload: { notification_ids: [], until: null, ...which },
      },
    ],
  });
}
